/** Every operation of the contract, and what it can be called with. */

/** @typedef {import('@understudy/contract/samples').Ask} Ask */

export {
  credentialFor,
  freshInput,
  logIn,
  prepareCall,
  sampleFilters,
  sampleInput,
  sampleOptions,
} from '@understudy/contract/samples';
export { operations } from './operations.mjs';
