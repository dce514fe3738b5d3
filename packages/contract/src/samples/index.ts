/** What operations can be called with: inputs made from the examples of their schemas, and credentials of a server. */
export {
  type Ask,
  credentialFor,
  freshInput,
  headersOf,
  logIn,
  prepareCall,
  type PreparedCall,
} from './prepare-call.js';
export { paging, sampleFilters, sampleInput, sampleNeeds, sampleOptions } from './sample-input.js';
