/** Counts the requests of a quota in windows, and says what is left of it in headers. */
import { limitHeaders } from './limit-headers.js';
import type { FaultOf, Strike } from './met.js';
import type { Tally } from './tally.js';

/** What a quota comes to for one request. */
export interface QuotaState {
  readonly tally: Tally;
  /** Requests that are left in the window. */
  readonly left: number;
  /** Headers that say so, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What strikes where the quota was used up before; undefined where the request is one of it. */
  readonly strike: Strike | undefined;
}

/** The count in the window that an instant is in; one that a clock was set back before is over as well. */
function inWindow(held: Tally, lengthMs: number, now: number): Tally {
  const { since } = held;
  return since === null || now < since || now >= since + lengthMs ? { ...held, since: now, used: 0 } : held;
}

/**
 * Counts a request.
 *
 * @param now the sandbox's present, in ms since 1970
 */
export function useQuota({ limit, window }: FaultOf<'quota'>, held: Tally, now: number): QuotaState {
  const present = inWindow(held, window * 1000, now);
  const isOver = present.used >= limit;
  const tally = isOver ? present : { ...present, used: present.used + 1 };
  const end = (present.since ?? now) + window * 1000;
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  const left = limit - tally.used;
  const headers = limitHeaders({ limit, window, left, seconds, end: Math.ceil(end / 1000) });
  const fault = { fault: 'rate_limit', retry_after: seconds, commit: 'before' } as const;
  return { tally, left, headers, strike: isOver ? { fault, headers, isFirst: true } : undefined };
}
