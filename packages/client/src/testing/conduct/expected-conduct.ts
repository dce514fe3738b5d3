/** What can be expected of the conduct of clients. */
import type { Verdict } from '../../generated/types.js';

/**
 * Which verdicts there must not be.
 *
 * @example
 * ```ts
 * import type { ExpectedConduct } from '@understudy/client/testing';
 *
 * const expected: ExpectedConduct = { severity: 'error', except: ['retried_unsafe'] };
 * ```
 */
export interface ExpectedConduct {
  /** The least grave that counts: `advice` stands for all verdicts. @defaultValue warning */
  readonly severity?: Verdict['severity'] | undefined;
  /** Rules whose verdicts do not count. */
  readonly except?: readonly Verdict['rule'][] | undefined;
  /** How long to wait for requests that have not ended, in ms; 0 looks once. @defaultValue 250 */
  readonly settle?: number | undefined;
}
