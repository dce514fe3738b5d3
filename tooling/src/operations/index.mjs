/** Every operation of the contract, and what it can be called with. */

/** @typedef {import('./prepare-call.mjs').Ask} Ask */

export { operations } from './operations.mjs';
export { credentialFor, freshInput, logIn, prepareCall } from './prepare-call.mjs';
export { sampleFilters, sampleInput, sampleOptions } from './sample-input.mjs';
