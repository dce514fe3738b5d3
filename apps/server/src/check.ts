/** Checks of a domain of one's own, to be used in a test. */
export { checkDomain, checkDomains, type CheckOptions } from './check/check-domains.js';
export type { Finding } from './check/finding.js';
export { type Report, reportText } from './check/report.js';
export type { CheckResult } from './check/run-cases.js';
