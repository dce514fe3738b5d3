/** Checks of a domain of one's own, to be used in a test. */
import type { Domain } from '@understudy/contract/kit';
import { checkSupervised } from './check/check-domains.js';
import type { CheckOptions, Report } from './check/finding.js';
import type { Implementation } from './kit/implement.js';

/** What `implement` gives where the handlers need no part of the server. */
type OwnDomain = Implementation<Domain, unknown>;

/**
 * Checks domains: runs the suites that Understudy's own domains pass over all operations and collections of these.
 *
 * @example
 * ```ts
 * import { checkDomains } from '@understudy/server/check';
 * import { expect, it } from 'vitest';
 *
 * // What implement(…) gave.
 * it('is a good domain', async () => {
 *   const { findings } = await checkDomains([notes]);
 *   expect(findings).toEqual([]);
 * }, 60_000);
 * ```
 */
export const checkDomains = (domains: readonly OwnDomain[], options: CheckOptions = {}): Promise<Report> =>
  checkSupervised(domains, options, {});

/** Checks one domain: see {@link checkDomains}. */
export const checkDomain = (domain: OwnDomain, options: CheckOptions = {}): Promise<Report> =>
  checkDomains([domain], options);

export type { CheckOptions, CheckResult, Finding, Report } from './check/finding.js';
export { reportText } from './check/finding.js';
