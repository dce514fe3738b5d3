/** What the clock of the machine showed at a moment of the monotonic clock. */

/**
 * The wall time of something that has just happened, in whole ms since 1970: never earlier than what `Date.now` gave before
 * it. It is asked for anew each time, because the wall clock is put right, and a machine that slept has missed some of the
 * monotonic one.
 *
 * @param since when it happened, on the monotonic clock, in ms
 * @param now what that clock shows
 */
export const wallTimeOf = (since: number, now = performance.now()): number => Math.ceil(Date.now() - (now - since));
