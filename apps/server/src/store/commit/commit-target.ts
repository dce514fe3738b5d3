/** What a commit needs of the sandbox that it writes to. */
import type { Mark } from '../model/mark.js';
import type { State } from '../model/state.js';
import type { StoredRecord } from '../model/stored-record.js';

/** What a sandbox may hold. */
export interface Limits {
  /** Changed records, those of a few internal collections left out. */
  readonly maxRecords: number;
  /** Bytes that they may take. */
  readonly maxBytes: number;
  /** Bytes that those of all sandboxes may take that a process holds at once. */
  readonly maxTotalBytes: number;
}

/** A sandbox, as whoever commits to it sees it. */
export interface CommitTarget {
  readonly name: string;
  /** What it may hold. */
  readonly limits: Limits;
  /** All it holds, as far as this process knows; it changes with every write. */
  readonly state: State;
  /** The mark that this process knows: the same object as long as nothing changes. */
  readonly mark: Mark;
  /** Whether what this process knows is what a reader must see, without asking the store. */
  readonly fresh: boolean;
  /** Whether others seem not to write at the moment: then a write may be tried unasked. */
  readonly quiet: boolean;
  /** Learns what other processes wrote. */
  refresh(): Promise<void>;
  /**
   * Makes one write or several on top of a mark that was known here, and answers the next one; on a conflict, learns
   * what came first and says so.
   */
  write(writes: readonly (readonly StoredRecord[])[], mark: Mark): Promise<Mark | 'conflict'>;
  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  makeRoom(bytes: number): boolean;
  /** Runs some work while no other process writes, where the store can see to that. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}
