/** Helps tests of programs that use the client: matchers, a fetch with a browser's CORS rules, paging that must agree. */
export { assertPagingStylesAgree, type StyledList } from './testing/assert-paging-styles-agree.js';
export { corsFetch } from './testing/cors-fetch.js';
export { matchers, type UnderstudyMatchers } from './testing/matchers.js';
export type { ExpectedConduct } from './testing/conduct/expected-conduct.js';
export type { ExpectedAttempt } from './testing/match-attempts.js';
export type { MatcherState } from './testing/match-received.js';
export type { MatchResult } from './testing/match-result.js';
export type { SandboxLike } from './testing/received/journal-source.js';
export type {
  AsymmetricMatcher,
  ExpectedFault,
  ExpectedParameter,
  ExpectedRequest,
  ExpectedText,
  ExpectedTimes,
} from './testing/received/expected-request.js';
