/** A record that differs from the seeded data, in the form in which every store keeps it. */

/** A record that differs from the seeded data. */
export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  /** The record as JSON data; {@link REMOVED} where it was removed; null takes it away, once its life has ended. */
  readonly value: unknown;
  /**
   * Position among the records created in its collection, from 0; null where it is in no list, or a seeded record
   * changed. A record that is written again with null keeps the position it has.
   */
  readonly order: number | null;
  /** When its life ends, by the sandbox's clock, in ms since 1970; null: never. */
  readonly expires: number | null;
}

/** The `expires` of a record that somebody has yet to finish: it ends then, and nobody knows when. */
export const UNFINISHED = Number.MAX_SAFE_INTEGER;

/**
 * The `value` of a record that was removed. It stays where the record was: the positions of others do not move, and a
 * process that knows the record learns that it is gone.
 */
export const REMOVED = 'removed';
