/** What is shown to whoever watches a server. */
import type { CacheTotals } from '../store/registry/sandbox-cache.js';
import type { Meters } from './meters.js';

/** What a server holds, asked for when somebody looks. */
export interface Gauges {
  readonly totals: () => CacheTotals;
  /** Streams of events that are open. */
  readonly streams: () => number;
  /** Passwords that wait to be hashed. */
  readonly hashes: () => number;
}

/** What is shown. */
export interface MetricParts {
  readonly meters: Meters;
  readonly gauges: Gauges;
}
