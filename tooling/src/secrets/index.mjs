/** Requests with a secret in each position that one can have, and a search for those secrets in texts. */
export { planted } from './planted.mjs';
export { secretsIn } from './search.mjs';
