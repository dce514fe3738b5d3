/** Helps tests of programs that use the client: matchers, a fetch with a browser's CORS rules, paging that must agree. */
export { assertPagingStylesAgree, type StyledList } from './testing/assert-paging-styles-agree.js';
export { corsFetch } from './testing/cors-fetch.js';
export { matchers, type UnderstudyMatchers } from './testing/matchers.js';
export type { ExpectedAttempt } from './testing/match-attempts.js';
export type { ExpectedRequest } from './testing/match-received.js';
