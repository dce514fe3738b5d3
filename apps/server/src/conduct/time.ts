/** The time between attempts: by the monotonic clock of a process, or by wall time where two processes answered. */
import type { Attempt } from './attempt.js';

/** How far a time may be off, in ms: within a process, and between two. */
const GRACE_MS = 50;
const GRACE_BETWEEN_MS = 250;

const isSame = (one: Attempt, other: Attempt): boolean => one.signs.by === other.signs.by;

/** How far the time between two attempts may be off, in ms. */
export const grace = (one: Attempt, other: Attempt): number => (isSame(one, other) ? GRACE_MS : GRACE_BETWEEN_MS);

/** Time from when one came in to when another did, in ms. */
export function between(one: Attempt, other: Attempt): number {
  return isSame(one, other) ? other.signs.at[0] - one.signs.at[0] : other.at - one.at;
}

/** Time from when the answer of one was ready to when another came in, in ms: as long as any client can have waited. */
export function sinceAnswer(one: Attempt, other: Attempt): number {
  const [since, answered] = one.signs.at;
  return between(one, other) - (answered - since);
}

/** Time from the end of one to when another came in, in ms; negative where they were under way together. */
export const sinceEnd = (one: Attempt, other: Attempt): number => between(one, other) - one.durationMs;

/** Whether an attempt came no sooner than a client may that looks again and again: no interval of polls is shorter. */
export const isPaced = (before: Attempt, attempt: Attempt): boolean => sinceEnd(before, attempt) >= 1000;

/** Whether the clock of the sandbox was set between two attempts: then times say nothing of what the client did. */
export const isClockSet = (one: Attempt, other: Attempt): boolean => one.signs.clock !== other.signs.clock;

/** The present of the sandbox when an attempt came in, in ms since 1970. */
function sandboxTime({ at, signs: { clock } }: Attempt): number {
  if (clock === undefined) return at;
  const ms = Number(clock.slice(clock.indexOf(' ')));
  return clock.startsWith('at ') ? ms : at + ms;
}

/** How far the clock of the sandbox was set between two attempts, in ms, in either direction. */
export function clockSetBy(one: Attempt, other: Attempt): number {
  if (!isClockSet(one, other)) return 0;
  return Math.abs(sandboxTime(other) - sandboxTime(one) - (other.at - one.at));
}

/** A time as text. */
export const seconds = (ms: number): string => `${Math.round(Math.max(0, ms) / 10) / 100} s`;
