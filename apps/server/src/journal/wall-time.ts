/** What the clock of the machine showed at a moment of the monotonic clock. */

/** For less than so many ms, the wall clock is taken to go on as it did: to ask it costs a tenth of recording a hot GET. */
const HELD_MS = 1;

/** The wall time of something, by what the wall clock shows at a moment of the monotonic one. */
const timeBy = (wall: number, at: number, since: number): number => Math.ceil(wall - (at - since));

/** A wall clock that is asked anew each ms: it is put right, and a machine that slept has missed some of the monotonic one. */
export class HeldClock {
  readonly #read: () => number;
  /** What it showed, and when that was on the monotonic clock. */
  #shown = 0;
  #shownAt = Number.NaN;

  constructor(read: () => number) {
    this.#read = read;
  }

  /** The wall time of something that happened at `since`, by both clocks, where the monotonic one shows `now`. */
  timeOf(since: number, now: number): number {
    // A monotonic clock that stands is one that others have replaced.
    const isHeld = now > this.#shownAt && now < this.#shownAt + HELD_MS;
    if (!isHeld) {
      this.#shown = this.#read();
      this.#shownAt = now;
    }
    return timeBy(this.#shown, this.#shownAt, since);
  }
}

/** The clock of the machine, which others may have replaced by one that stands, or leaps, whenever they like. */
const machineClock = Date.now;
const held = new HeldClock(machineClock);

/**
 * The wall time of something that has just happened, in whole ms since 1970: never earlier than what `Date.now` gave before
 * it.
 *
 * @param since when it happened, on the monotonic clock, in ms
 * @param now what that clock shows
 */
export const wallTimeOf = (since: number, now = performance.now()): number =>
  Date.now === machineClock ? held.timeOf(since, now) : timeBy(Date.now(), now, since);
