/** Helps tests of programs that use the client: matchers, a fetch with a browser's CORS rules, paging that must agree. */
export { assertPagingStylesAgree, type StyledList } from './testing/assert-paging-styles-agree.js';
export { corsFetch } from './testing/cors-fetch.js';
export { type ExpectedAttempt, matchers, type UnderstudyMatchers } from './testing/matchers.js';
export type { ExpectedConduct } from './testing/conduct.js';
export type { MatcherState, MatchResult } from './testing/match-received.js';
export type { SandboxLike } from './testing/received/journal-source.js';
export type {
  AsymmetricMatcher,
  ExpectedFault,
  ExpectedParameter,
  ExpectedRequest,
  ExpectedText,
  ExpectedTimes,
} from './testing/received/expected-request.js';
