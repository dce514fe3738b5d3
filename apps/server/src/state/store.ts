/** What a store must do: keep the changed records of each sandbox at a revision. */

/** A record that differs from the seeded data, as a store keeps it. */
export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  /** The record as JSON data; null once removed. */
  readonly value: unknown;
  /** Place among the records created in its collection, from 0; null where it changes a seeded record. */
  readonly order: number | null;
}

/** The records that changed after a revision, and the revision they lead to. */
export interface Changes {
  readonly revision: number;
  readonly records: readonly StoredRecord[];
}

/** Keeps the writes of all sandboxes. It knows records, not what they mean. */
export interface Store {
  /** True where no other process can write: what a process has read stays true until it writes. */
  readonly exclusive: boolean;
  /** The present form of every record that changed after `revision`; revision 0 is the seeded data. */
  changedSince(sandbox: string, revision: number): Promise<Changes>;
  /**
   * Writes records on top of `revision`, all or none, and makes the next revision of them. Another
   * revision having come first is a conflict, and nothing is written.
   */
  write(sandbox: string, revision: number, records: readonly StoredRecord[]): Promise<'written' | 'conflict'>;
  /** Forgets a sandbox. */
  drop(sandbox: string): Promise<void>;
  /** Names of the sandboxes that have been written to. */
  list(): Promise<readonly string[]>;
  /** Lets go of what it holds. */
  close(): Promise<void>;
}
