/** How long things of one kind took: a histogram that is cheap to add to. */

/** Upper bounds of the buckets, in seconds, as OpenTelemetry advises for `http.server.request.duration`. */
export const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;

/** Durations of one kind. */
export class Durations {
  /** How many were in each bucket, and not in the one before; the last is without bound. */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  /** All of them together, in ms. */
  sumMs = 0;

  /** Adds one, in ms. */
  add(ms: number): void {
    this.sumMs += ms;
    const seconds = ms / 1000;
    let at = 0;
    // Most are in the first bucket.
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? Infinity)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
  }
}
