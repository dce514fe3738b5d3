/** How long what was found of records stays true, by the sandbox's clock. */

/** Instants at which something is true, in ms since 1970: from one, up to but not including another. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Of what the clock does not change. */
export const always: Period = { from: -Infinity, until: Infinity };

/** Whether an instant lies in a period. */
export function isIn({ from, until }: Period, now: number): boolean {
  return from <= now && now < until;
}

/** When two things are true at once. */
export function both(one: Period, other: Period): Period {
  if (one === always) return other;
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) };
}
