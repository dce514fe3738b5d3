/** Checks of a domain of one's own, to be used in a test. */
export { checkDomain, checkDomains } from './check/check-domain.js';
export type { CheckOptions } from './check/check-options.js';
export type { Finding } from './check/finding.js';
export { type Report, reportText } from './check/finding.js';
export type { CheckResult } from './check/finding.js';
