/** Watches how late the event loop is. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Time between two looks, in ms: a delay that is shorter is seen by chance only. */
const RESOLUTION_MS = 20;

let watched: IntervalHistogram | undefined;

/** What is known of the delays since somebody looked last; the watch begins with the first call. */
export function loopDelay(): IntervalHistogram {
  if (watched === undefined) {
    watched = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    watched.enable();
  }
  return watched;
}
