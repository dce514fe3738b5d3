/** What a sandbox was before its last writes, for reads that are to be late. It is remembered once somebody asks. */
import { REMOVED, type StoredRecord } from '../model/internal.js';
import type { State } from '../model/state.js';

/** One change, and what undoes it. */
interface Change {
  /** When it was made, by the clock of the sandbox, in ms since 1970. */
  readonly at: number;
  readonly before: readonly StoredRecord[];
}

/** Changes that are remembered. */
const MAX_CHANGES = 1000;

/** Clients of which it is known what they wrote last. */
const MAX_WRITERS = 1000;

/** A record as it was; one that was created is removed, and leaves its position empty. */
function undoing(state: State, { collection, id, order }: StoredRecord): StoredRecord {
  const before = state.changedRecord(collection, id);
  return { collection, id, value: before ?? (order === null ? null : REMOVED), order: null, expires: null };
}

/** How late a read is. */
export interface Lateness {
  /** What was written after this instant is not seen, in ms since 1970. */
  readonly until: number;
  /** Who reads, and sees all that was there when its own last write was made; undefined where that makes no difference. */
  readonly client: string | undefined;
}

/** The last changes of a sandbox. */
export class History {
  #changes: Change[] = [];
  /** How many there were before those. */
  #forgotten = 0;
  readonly #writers = new Map<string, number>();

  /** Notes what some records were, before they are written. */
  add(state: State, records: readonly StoredRecord[]): void {
    this.#changes.push({ at: state.now(), before: records.map((record) => undoing(state, record)).toReversed() });
    if (this.#changes.length > 2 * MAX_CHANGES) {
      this.#forgotten += MAX_CHANGES;
      this.#changes = this.#changes.slice(MAX_CHANGES);
    }
  }

  /** Notes that a client has just written. */
  wrote(client: string): void {
    if (this.#writers.size >= MAX_WRITERS) this.#writers.clear();
    this.#writers.set(client, this.#forgotten + this.#changes.length);
  }

  /** The state as it was; undefined where nothing was written since. */
  stateAt(state: State, { until, client }: Lateness): State | undefined {
    const own = client === undefined ? 0 : (this.#writers.get(client) ?? 0) - this.#forgotten;
    const later = this.#changes.slice(Math.max(0, own)).filter(({ at }) => at > until);
    if (later.length === 0) return undefined;
    const past = state.layer();
    for (const { before } of later.toReversed()) past.apply(before);
    return past;
  }
}
