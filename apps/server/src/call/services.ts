/** What the calls of one server share. */
import type { Scanner } from '../listing/scan.js';

/** Parts of a server that a call works with. */
export interface Services {
  readonly scanner: Scanner;
  /** Changed records a sandbox may hold. */
  readonly maxRecords: number;
  /** Waits; ends early, by throwing, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
