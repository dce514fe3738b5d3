/** The journals of all processes on one PostgreSQL database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeUnavailable } from '../../store.js';
import { stateOf } from '../failure.js';
import type { PostgresPool } from '../pool.js';
import {
  type Clearing,
  type JournalLimits,
  journalNow,
  type JournalStore,
  type KeptEntry,
  type KeptJournal,
  MAX_JOURNALS,
  type PendingEntry,
} from '../../../../journal/journal-store.js';
import { AppendPace } from '../../append-pace.js';
import { grouped } from '../../grouped.js';
import {
  appended,
  bytesOf,
  clearedHead,
  clearedUpTo,
  type Clocks,
  type EntryRow,
  excessOf,
  isUnsettled,
  type JournalHead,
  newHead,
  shareOf,
  unsettledMs,
} from '../../journal-head.js';
import { settledOrder } from '../../journal-order.js';
import { type ClockReading, StoreClock } from '../../store-clock.js';
import * as sql from './journal-statements.js';
import { JournalTable, statement } from './journal-table.js';
import { MendedTables } from './mended-tables.js';
import { Turns } from './turns.js';

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** Reads under way at once: they leave a connection to what is to be written. */
const READS = 2;

/** How many journals may be new before somebody looks how many there are. */
const COUNT_EVERY = 100;

/** The clock of the database is asked until it is known so closely, in ms, but no more often than that. */
const CLOSE = { ms: 1, readings: 5 };

/** What the database says of a transaction that is yet to come (PostgreSQL documentation, appendix A). */
const INVALID_PARAMETER = '22023';

/** Puts what waits for its order in order, as far as it was answered by then. */
async function settled(table: JournalTable, head: JournalHead, upTo: number): Promise<JournalHead> {
  const entries = await table.unsettled(head.sandbox, head.settled);
  const { moves, settled: sequence = head.settled } = settledOrder(entries, upTo);
  await table.move(head.sandbox, moves);
  return { ...head, settled: head.latest <= upTo ? head.last : sequence };
}

/** How much a store keeps. */
export interface PostgresJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** Keeps the journals in a database. */
export class PostgresJournals implements JournalStore {
  readonly exclusive = false;
  readonly #pool: PostgresPool;
  readonly #limits: PostgresJournalLimits;
  readonly #tables: MendedTables;
  readonly #reads = new Turns(READS);
  readonly #clock = new StoreClock();
  /** Transactions that have appended batches, or were to: of one that failed only the database knows. */
  readonly #appending = new WeakMap<readonly PendingEntry[], string>();
  /** Up to which number some are set aside. */
  #aside = 0;
  readonly #pace = new AppendPace();
  #begun = 0;

  /** @param pool of its own, so that no request waits for journals */
  constructor(pool: PostgresPool, limits: PostgresJournalLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#tables = new MendedTables(pool);
  }

  async append(entries: readonly PendingEntry[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    const groups = grouped(entries, lost);
    if (groups.length === 0 || (await this.#isAppended(entries))) return;
    await this.#makeRoom(await this.#pace.during(() => this.#append(entries, groups)));
  }

  /** Appends, and gives how many bytes there are then. */
  async #append(entries: readonly PendingEntry[], groups: ReturnType<typeof grouped>): Promise<number> {
    const settleMs = this.#pace.settleMs();
    await this.#readClock();
    return this.#during(async (table) => {
      const { heads, reading, transaction } = await table.take(groups.map(([sandbox]) => sandbox));
      this.#appending.set(entries, transaction);
      const clocks = this.#clocks(reading);
      const next = groups.map(([sandbox, group]) => {
        const head = heads.get(sandbox) ?? newHead(sandbox);
        return { before: bytesOf(head), ...appended(head, { ...group, clocks }) };
      });
      const last = Math.max(...next.map(({ head }) => head.last));
      while (last > this.#aside) this.#aside = await table.setAside();
      await table.add(next.flatMap(({ rows }) => rows));
      const left: JournalHead[] = [];
      for (const { head } of next) {
        const ordered = isUnsettled(head) ? await settled(table, head, clocks.now - settleMs) : head;
        left.push(await table.shed(ordered, excessOf(ordered, this.#limits)));
      }
      this.#begun += next.filter(({ before }) => before === 0).length;
      const before = next.reduce((sum, one) => sum + one.before, 0);
      return table.keep(left, left.reduce((sum, head) => sum + bytesOf(head), 0) - before);
    });
  }

  /** Whether a batch that is appended again was appended already: the connection may break after its end was asked for. */
  async #isAppended(entries: readonly PendingEntry[]): Promise<boolean> {
    const transaction = this.#appending.get(entries);
    if (transaction === undefined) return false;
    const [row] = await this.#ask<{ status: string | null }>('status', sql.STATUS, [transaction]).catch(
      (error: unknown) => {
        // To a database that was put back to an earlier state it is yet to come.
        if (stateOf(error) === INVALID_PARAMETER) return [];
        throw error;
      },
    );
    if (row?.status === 'in progress') throw storeUnavailable(new Error('the last batch is still being written'));
    return row?.status === 'committed';
  }

  async read(sandbox: string, after: number, limit = Number.POSITIVE_INFINITY): Promise<KeptJournal> {
    const { settled: last, last: given, cleared, entries: count } = await this.#settled(sandbox, after + limit);
    const entries: KeptEntry[] = [];
    for (let from = after; from < last && entries.length < limit;) {
      const most = Math.min(sql.PAGE, limit - entries.length);
      const rows = await this.#ask<EntryRow>('read', sql.READ, [sandbox, from, most]);
      for (const { sequence, ...texts } of rows) if (sequence <= last) entries.push({ sequence, texts: () => texts });
      from = rows.length < sql.PAGE ? last : (rows.at(-1)?.sequence ?? last);
    }
    return { entries, last, dropped: given - cleared - count };
  }

  async lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ask<Pick<JournalHead, 'sandbox' | 'last'>>('lasts', sql.LASTS, [sandboxes]);
    return new Map(rows.map(({ sandbox, last }) => [sandbox, last]));
  }

  async clear(sandbox: string, clearing: Clearing): Promise<void> {
    await this.#readClock();
    await this.#during(async (table) => {
      const { heads, reading } = await table.take([sandbox]);
      const clocks = this.#clocks(reading);
      const head = heads.get(sandbox) ?? newHead(sandbox);
      const left = await table.clear(sandbox, clearedUpTo(clearing, clocks));
      const next = clearedHead(head, clearing, { clocks, left });
      await table.keep([next], bytesOf(next) - bytesOf(head));
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** The journal of a sandbox, if there is one, and the time of the database. */
  async #find(sandbox: string): Promise<{ head: JournalHead; now: number }> {
    const asked = journalNow();
    const rows = await this.#ask<{ now: number } & (JournalHead | { sandbox: null })>('find', sql.FIND, [sandbox]);
    const [found = { sandbox: null, now: 0 }] = rows;
    this.#clock.read({ asked, now: found.now, heard: journalNow() });
    return { head: found.sandbox === null ? newHead(sandbox) : found, now: found.now };
  }

  /** A journal once all that it has now, or what it has up to a sequence, is in order. */
  async #settled(sandbox: string, upTo: number): Promise<JournalHead> {
    const { head: found, now } = await this.#find(sandbox);
    if (found.settled >= Math.min(found.last, upTo)) return found;
    const settleMs = this.#pace.settleMs();
    await sleep(unsettledMs(found, now, settleMs));
    // What waits for its turn here must not keep others waiting for what it would put in order.
    return this.#reads.during(() =>
      this.#during(async (table) => {
        const { heads, reading } = await table.take([sandbox]);
        const head = heads.get(sandbox) ?? newHead(sandbox);
        const next = await settled(table, head, Math.max(found.latest, reading.now - settleMs));
        if (next.settled !== head.settled) await table.keep([next], 0);
        return next;
      }),
    );
  }

  /** Gets to know the clock of the database. */
  async #readClock(): Promise<void> {
    for (let readings = 0; this.#clock.doubt > CLOSE.ms && readings < CLOSE.readings; readings++) {
      const asked = journalNow();
      const [row] = await this.#pool.query<{ now: number }>(statement('clock', sql.CLOCK, []));
      if (row !== undefined) this.#clock.read({ asked, now: row.now, heard: journalNow() });
    }
  }

  #clocks(reading: ClockReading): Clocks {
    this.#clock.read(reading);
    return { now: reading.now, later: this.#clock.later };
  }

  #ask<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#reads.during(() => this.#tables.during(() => this.#pool.query<Row>(statement(name, text, values))));
  }

  #during<Result>(work: (table: JournalTable) => Promise<Result>): Promise<Result> {
    return this.#tables.during(() =>
      this.#pool.transaction({ isSoon: true }, (query) => work(new JournalTable(query))),
    );
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
      if (count > journals) await table.forget(count - Math.floor(journals * KEPT));
    });
  }
}
