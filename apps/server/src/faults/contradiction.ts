/** Finds what no schema of one parameter can: parameters that do not go together, and redirects that lead nowhere. */
import { isLoopback } from '../kit/loopback.js';
import type { FaultOf } from './met.js';
import type { SaidFault } from './said-fault.js';

/** The ways to say a delay. */
const DELAYS = [['ms'], ['min', 'max'], ['p50', 'p99']] as const;

function delayMistake(delay: FaultOf<'delay'>): string | undefined {
  const given = DELAYS.flat().filter((name) => delay[name] !== undefined);
  const isOne = DELAYS.some((names) => names.join() === given.join());
  if (!isOne) {
    const has = given.length === 0 ? 'nothing' : given.join(' and ');
    return `gives delay ${has}; it takes either ms, or min and max, or p50 and p99`;
  }
  const { min = 0, max = 0, p50 = 0, p99 = 0 } = delay;
  if (min > max) return `gives delay a min that is greater than its max`;
  return p50 > p99 ? `gives delay a p50 that is greater than its p99` : undefined;
}

function redirectMistake({ to }: FaultOf<'redirect'>, origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (to === 'downgrade' && protocol !== 'https:') {
    return 'gives redirect to=downgrade, which needs a public URL with https:';
  }
  if (to === 'elsewhere' && !isLoopback(hostname)) {
    return 'gives redirect to=elsewhere, which needs a server at a loopback address';
  }
  return undefined;
}

/**
 * What is wrong with a fault whose parameters are right one by one.
 *
 * @param origin origin of the server as clients see it; left out where it is not known
 */
export function contradiction(fault: SaidFault, origin?: string): string | undefined {
  if (fault.fault === 'delay') return delayMistake(fault);
  return fault.fault === 'redirect' && origin !== undefined ? redirectMistake(fault, origin) : undefined;
}
