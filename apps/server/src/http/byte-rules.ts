/** How many bytes of a request body may be read. */
import type { BodyShare } from './body-budget.js';

/** Bounds on the bytes of a body. */
export interface ByteRules {
  /** Largest size, both as it comes and with its codings undone. */
  readonly maxBytes: number;
  /** Counts what is held, over all requests. */
  readonly share: BodyShare;
}
