/** How much a sandbox holds. */

/** How much a sandbox holds beyond the seeded data. */
export interface Counts {
  /** Records that were created or changed. */
  readonly changed: number;
  /** Bytes that they take. */
  readonly bytes: number;
}
