/** What the clock of the machine showed at a moment of the monotonic clock. */

/** For less than so many ms, the wall clock is taken to go on as it did: to ask it costs a tenth of recording a hot GET. */
const HELD_MS = 1;

/** The wall clock of the machine, which others may have replaced by one that stands, or leaps, whenever they like. */
const wallClock = Date.now;

/** What it showed, and when that was on the monotonic clock. */
let shown = 0;
let shownAt = Number.NaN;

/** The wall time of something, by what the wall clock shows at a moment of the monotonic one. */
const timeBy = (wall: number, at: number, since: number): number => Math.ceil(wall - (at - since));

/**
 * The wall time of something that has just happened, in whole ms since 1970: never earlier than what `Date.now` gave before
 * it. The wall clock is asked anew each ms, because it is put right, and a machine that slept has missed some of the
 * monotonic one.
 *
 * @param since when it happened, on the monotonic clock, in ms
 * @param now what that clock shows
 */
export function wallTimeOf(since: number, now = performance.now()): number {
  if (Date.now !== wallClock) return timeBy(Date.now(), now, since);
  // A monotonic clock that stands is one that others have replaced.
  const isHeld = now > shownAt && now < shownAt + HELD_MS;
  if (!isHeld) [shown, shownAt] = [wallClock(), now];
  return timeBy(shown, shownAt, since);
}
