/** The counts of one sandbox in a PostgreSQL database, in a transaction that nobody else counts in. */
import type { Tally, TallyEntry } from '../../../faults/tally.js';
import { escapeKey, readKey } from '../rows.js';
import { type TallyLimits } from '../store.js';
import { readTally, tallyText } from '../tally-entries.js';
import type { Query } from './pool.js';
import * as sql from './tally-statements.js';

/** A count as it comes. */
export type TallyRow = Readonly<Record<'key' | 'value', string>>;

/** How many keys there are. */
type KeysRow = Readonly<Record<'in_store' | 'in_sandbox', number>>;

/** The counts of some rows; a damaged one is none. */
export function entriesOf(rows: readonly TallyRow[]): TallyEntry[] {
  return rows.flatMap(({ key, value }) => {
    const tally = readTally(value);
    return tally === undefined ? [] : [[readKey(key), tally] as const];
  });
}

/** What a transaction is for. */
export interface TallyScope {
  readonly query: Query;
  readonly sandbox: string;
  readonly limits: TallyLimits;
}

/** Reads and writes counts. */
export class TallyTable {
  readonly #query: Query;
  readonly #sandbox: string;
  readonly #limits: TallyLimits;
  /** Keys that were found, also those with a damaged count. */
  readonly #known = new Set<string>();

  constructor({ query, sandbox, limits }: TallyScope) {
    this.#query = query;
    this.#sandbox = sandbox;
    this.#limits = limits;
  }

  /** The counts under some keys. */
  async held(keys: ReadonlySet<string>): Promise<Map<string, Tally>> {
    const values = [this.#sandbox, Array.from(keys, escapeKey)];
    const rows = await this.#query<TallyRow>({ name: 'understudy_tallies_held', text: sql.HELD, values });
    for (const { key } of rows) this.#known.add(readKey(key));
    return new Map(entriesOf(rows));
  }

  /** Keeps counts, the one used last at the end, and forgets others where they are too many. */
  async put(entries: readonly TallyEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const keys = entries.map(([key]) => escapeKey(key));
    const values = [this.#sandbox, keys, entries.map(([, tally]) => tallyText(tally))];
    await this.#query({ name: 'understudy_tallies_put', text: sql.PUT, values });
    const added = entries.filter(([key]) => !this.#known.has(key)).length;
    if (added > 0) await this.#grow(added);
  }

  /** Forgets all that is there. */
  async clear(): Promise<void> {
    await this.#query({ name: 'understudy_tallies_settle', text: sql.SETTLE, values: [] });
    await this.#query({ name: 'understudy_tallies_clear', text: sql.CLEAR, values: [this.#sandbox] });
  }

  async #grow(added: number): Promise<void> {
    const grown = { name: 'understudy_tallies_grown', text: sql.GROWN, values: [this.#sandbox, added] };
    const [keys] = await this.#query<KeysRow>(grown);
    if (keys === undefined) return;
    const own = Math.max(0, keys.in_sandbox - this.#limits.perSandbox);
    if (own > 0) {
      await this.#query({ name: 'understudy_tallies_forget', text: sql.FORGET, values: [own, this.#sandbox] });
    }
    const any = keys.in_store - own - this.#limits.perStore;
    if (any > 0) await this.#query({ name: 'understudy_tallies_forget_any', text: sql.FORGET_ANY, values: [any] });
  }
}
