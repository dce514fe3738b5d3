/** The journals of all processes on one PostgreSQL database. */
import type { PostgresPool } from '../pool.js';
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type KeptEntry,
  type KeptJournal,
  MAX_JOURNALS,
  type PendingEntry,
} from '../../../../journal/journal-store.js';
import { grouped } from '../../grouped.js';
import {
  appended,
  bytesOf,
  clearedHead,
  type EntryRow,
  excessOf,
  type JournalHead,
  newHead,
  shareOf,
} from '../../journal-head.js';
import * as sql from './journal-statements.js';
import { JournalTable, statement } from './journal-table.js';
import { Turns } from './turns.js';

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** Reads under way at once: they leave a connection to what is to be written. */
const READS = 2;

/** How many journals may be new before somebody looks how many there are. */
const COUNT_EVERY = 100;

/** How much a store keeps. */
export interface PostgresJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** Keeps the journals in a database. */
export class PostgresJournals implements JournalStore {
  readonly exclusive = false;
  readonly #pool: PostgresPool;
  readonly #limits: PostgresJournalLimits;
  readonly #reads = new Turns(READS);
  #begun = 0;

  /** @param pool of its own, so that no request waits for journals */
  constructor(pool: PostgresPool, limits: PostgresJournalLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  async append(entries: readonly PendingEntry[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    const groups = grouped(entries, lost);
    if (groups.length === 0) return;
    const total = await this.#during(async (table) => {
      const { heads, clocks } = await table.take(groups.map(([sandbox]) => sandbox));
      const next = groups.map(([sandbox, group]) => {
        const head = heads.get(sandbox) ?? newHead(sandbox);
        return { before: bytesOf(head), ...appended(head, { ...group, clocks }) };
      });
      await table.add(next.flatMap(({ rows }) => rows));
      const left: JournalHead[] = [];
      for (const { head } of next) left.push(await table.shed(head, excessOf(head, this.#limits)));
      this.#begun += next.filter(({ before }) => before === 0).length;
      const before = next.reduce((sum, one) => sum + one.before, 0);
      return table.keep(left, left.reduce((sum, head) => sum + bytesOf(head), 0) - before);
    });
    await this.#makeRoom(total);
  }

  async read(sandbox: string, after: number): Promise<KeptJournal> {
    const [head] = await this.#ask<JournalHead>('find', sql.FIND, [sandbox]);
    const { last, cleared, entries: count } = head ?? newHead(sandbox);
    const entries: KeptEntry[] = [];
    for (let from = after; from < last;) {
      const rows = await this.#ask<EntryRow>('read', sql.READ, [sandbox, from]);
      for (const { sequence, ...texts } of rows) if (sequence <= last) entries.push({ sequence, texts: () => texts });
      from = rows.length < sql.PAGE ? last : (rows.at(-1)?.sequence ?? last);
    }
    return { entries, last, dropped: last - cleared - count };
  }

  async lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ask<Pick<JournalHead, 'sandbox' | 'last'>>('lasts', sql.LASTS, [sandboxes]);
    return new Map(rows.map(({ sandbox, last }) => [sandbox, last]));
  }

  async clear(sandbox: string, clearing: Clearing): Promise<void> {
    await this.#during(async (table) => {
      const { heads, clocks } = await table.take([sandbox]);
      const head = heads.get(sandbox) ?? newHead(sandbox);
      await table.clear([sandbox]);
      await table.keep([clearedHead(head, clearing, clocks)], -bytesOf(head));
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #ask<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#reads.during(() => this.#pool.query<Row>(statement(name, text, values)));
  }

  #during<Result>(work: (table: JournalTable) => Promise<Result>): Promise<Result> {
    return this.#pool.transaction({ isSoon: true }, (query) => work(new JournalTable(query)));
  }

  /** Lets the largest journals give way where all are too large together, and the least used ones where there are too many. */
  async #makeRoom(total: number): Promise<void> {
    const { totalBytes, journals = MAX_JOURNALS } = this.#limits;
    for (let bytes = total; bytes > totalBytes;) {
      const left = await this.#during(async (table) => {
        const head = await table.largest();
        if (head === undefined) return 0;
        const rest = await table.shed(head, shareOf(head));
        return table.keep([rest], bytesOf(rest) - bytesOf(head));
      });
      bytes = left;
    }
    if (this.#begun < Math.min(COUNT_EVERY, journals)) return;
    this.#begun = 0;
    await this.#during(async (table) => {
      const count = await table.count();
      if (count > journals) await table.keep([], -(await table.forget(count - Math.floor(journals * KEPT))));
    });
  }
}
