/** How far a sandbox is known: what readers ask from, and what writers write on. */

/**
 * How far someone knows a sandbox: revisions count its writes, and a new generation begins whenever
 * its whole state is replaced. Generation 0 is the seeded data alone.
 */
export interface Mark {
  readonly generation: number;
  readonly revision: number;
}

/** Where everyone starts. */
export const UNKNOWN: Mark = { generation: 0, revision: 0 };
