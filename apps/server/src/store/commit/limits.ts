/** What a sandbox may hold. */

/** What a sandbox may hold. */
export interface Limits {
  /** Changed records, those of a few internal collections left out. */
  readonly maxRecords: number;
  /** Bytes that they may take. */
  readonly maxBytes: number;
  /** Bytes that those of all sandboxes may take that a process holds at once. */
  readonly maxTotalBytes: number;
}
