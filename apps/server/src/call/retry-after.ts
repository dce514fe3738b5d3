/** The Retry-After header of a forced problem (RFC 9110 §10.2.3), true or not. */
import type { FaultOf } from '../faults/met.js';

/** What a fault may say of it. */
export type RetryAfter = FaultOf<'rate_limit'>['retry_after'];

/** Ten years, in seconds. */
const HUGE = 315_360_000;

const HOUR_MS = 3_600_000;

/** An instant as IMF-fixdate (RFC 9110 §5.6.7), which has whole seconds. */
function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/**
 * The value of the header; undefined where there is none.
 *
 * @param machineNow the present of the machine in ms since 1970: clients read dates by their own clock, not by the sandbox's
 */
export function retryAfter(said: RetryAfter, machineNow: number): string | undefined {
  switch (said) {
    case undefined:
    case 'none':
      return undefined;
    case 'date':
      // At least a second ahead, also once what is left of the present one is cut off.
      return httpDate((Math.ceil(machineNow / 1000) + 1) * 1000);
    case 'past':
      return httpDate(machineNow - HOUR_MS);
    case 'huge':
      return String(HUGE);
    case 'garbage':
      return 'soon';
    default:
      return String(said);
  }
}

/** Its seconds, where it has some. */
export function secondsIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
