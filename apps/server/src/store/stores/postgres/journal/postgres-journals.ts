/** The journals of all processes on one PostgreSQL database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeUnavailable } from '../../store.js';
import { type PostgresPool, type Query, stateOf } from '../pool.js';
import {
  type Clearing,
  journalNow,
  type JournalStore,
  type KeptEntry,
  type KeptJournal,
  type Pending,
} from '../../../../journal/journal-store.js';
import { AppendPace } from '../../append-pace.js';
import { grouped } from '../../grouped.js';
import { appended } from '../../journal-batch.js';
import { excessOf, isExcess } from '../../journal-excess.js';
import {
  bytesOf,
  clearedHead,
  clearedUpTo,
  type Clocks,
  isUnsettled,
  type JournalHead,
  newHead,
  unsettledMs,
} from '../../journal-head.js';
import { entriesAfter } from '../../../../journal/runs/read-run.js';
import { rowsOf, type StoredRun } from '../../../../journal/runs/run.js';
import * as sql from './head-statements.js';
import { CLOCK } from './head-statements.js';
import { JournalTable, TablesEmptied } from './journal-table.js';
import { type PostgresJournalLimits, JournalRetention } from './retention.js';
import { PAGE_AFTER } from './run-statements.js';
import { RunTable } from './run-table.js';
import { statement } from './statement.js';
import { type ClockReading, StoreClock } from '../../store-clock.js';
import { filled, IS_WHOLE, JOURNAL_TABLES } from './journal-schema.js';

/** A table, or a sequence, that is not there (PostgreSQL documentation, appendix A). */
const UNDEFINED_TABLE = '42P01';

/** Marks the lock of whoever makes them; any number that is no other lock's. */
const LOCK = { space: 0x556e_646a, name: 'journals' };

const isGone = (error: unknown): boolean => error instanceof TablesEmptied || stateOf(error) === UNDEFINED_TABLE;

/** New journals go on from a number that none of the lost ones has given: who follows one misses nothing that comes. */
async function mend(query: Query): Promise<void> {
  const run = (text: string, index: number) => query<{ whole: boolean }>(statement(`mend_${index}`, text, []));
  const steps = [...JOURNAL_TABLES, `select ${IS_WHOLE} as whole`];
  let rows: readonly { readonly whole: boolean }[] = [];
  for (const [index, text] of steps.entries()) rows = await run(text, index);
  // Another process was first.
  if (rows[0]?.whole === true) return;
  const emptying = 'truncate understudy_journals, understudy_journal_parts, understudy_journal_total';
  const filling = [emptying, ...filled(`nextval('understudy_journal_numbers')`)];
  for (const [index, text] of filling.entries()) await run(text, steps.length + index);
}

/** The tables of the journals. */
class MendedTables {
  readonly #pool: PostgresPool;
  #mending: Promise<void> | undefined;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Does some work on the tables, once more where they had to be made anew; throws as for a store that is away where they cannot be. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    try {
      await this.#mend();
      return await work();
    } catch (error) {
      // Somebody dropped them again.
      throw isGone(error) ? storeUnavailable(error) : error;
    }
  }

  #mend(): Promise<void> {
    this.#mending ??= this.#pool.transaction({ lock: LOCK }, mend).finally(() => {
      this.#mending = undefined;
    });
    return this.#mending;
  }
}

/** The clock is asked until it is known so closely, in ms, but no more often than that. */
const CLOSE = { ms: 1, readings: 5 };

/** That clock. */
class DatabaseClock {
  readonly #pool: PostgresPool;
  readonly #clock = new StoreClock();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Gets to know it. */
  async know(): Promise<void> {
    for (let readings = 0; this.#clock.doubt > CLOSE.ms && readings < CLOSE.readings; readings++) {
      const asked = journalNow();
      const [row] = await this.#pool.query<{ now: number }>(statement('clock', CLOCK, []));
      if (row !== undefined) this.#clock.read({ asked, now: row.now, heard: journalNow() });
    }
  }

  /** Takes in a reading, and answers the time with what is known then. */
  read(reading: ClockReading): Clocks {
    this.#clock.read(reading);
    return { now: reading.now, later: this.#clock.later };
  }
}

/** So many turns at a time. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(turns: number) {
    this.#free = turns;
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Reads under way at once: they leave a connection to what is to be written. */
const READS = 2;

/** What the database says of a transaction that is yet to come (PostgreSQL documentation, appendix A). */
const INVALID_PARAMETER = '22023';

/** Keeps the journals in a database. */
export class PostgresJournals implements JournalStore {
  readonly exclusive = false;
  readonly #pool: PostgresPool;
  readonly #limits: PostgresJournalLimits;
  readonly #tables: MendedTables;
  readonly #reads = new Turns(READS);
  readonly #clock: DatabaseClock;
  /** Transactions that have appended batches, or were to: of one that failed only the database knows. */
  readonly #appending = new WeakMap<readonly Pending[], string>();
  /** Up to which number some are set aside. */
  #aside = 0;
  readonly #pace = new AppendPace();
  readonly #room: JournalRetention;

  /** @param pool of its own, so that no request waits for journals */
  constructor(pool: PostgresPool, limits: PostgresJournalLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#clock = new DatabaseClock(pool);
    this.#tables = new MendedTables(pool);
    this.#room = new JournalRetention(limits, (work) => this.#during(work));
  }

  async append(entries: readonly Pending[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    const groups = grouped(entries, lost);
    if (groups.length === 0 || (await this.#isAppended(entries))) return;
    await this.#room.make(await this.#pace.during(() => this.#append(entries, groups)));
  }

  /** Appends, and gives how many bytes there are then. */
  async #append(entries: readonly Pending[], groups: ReturnType<typeof grouped>): Promise<number> {
    const settleMs = this.#pace.settleMs();
    await this.#clock.know();
    return this.#during(async (table, runs) => {
      const { heads, reading, transaction } = await table.take(groups.map(([sandbox]) => sandbox));
      this.#appending.set(entries, transaction);
      const clocks = this.#clock.read(reading);
      const next = groups.map(([sandbox, group]) => {
        const head = heads.get(sandbox) ?? newHead(sandbox);
        return { before: bytesOf(head), ...appended(head, { ...group, clocks, limits: this.#limits }) };
      });
      const last = Math.max(...next.map(({ head }) => head.last));
      while (last > this.#aside) this.#aside = await table.setAside();
      const rows = next.flatMap(({ head, runs: own }) => rowsOf(head.sandbox, own));
      const isDue = next.some(({ head }) => isUnsettled(head) || isExcess(excessOf(head, this.#limits)));
      // Where nothing has to be done but that, it is one statement.
      if (isDue) await runs.add(rows);
      const left: JournalHead[] = [];
      for (const { head } of next) {
        const settling = { upTo: clocks.now - settleMs, isExact: false };
        const ordered = isUnsettled(head) ? await runs.settle(head, settling) : head;
        left.push(await runs.shed(ordered, excessOf(ordered, this.#limits)));
      }
      this.#room.began(next.filter(({ before }) => before === 0).length);
      const before = next.reduce((sum, one) => sum + one.before, 0);
      const more = left.reduce((sum, head) => sum + bytesOf(head), 0) - before;
      return table.keep(left, more, { rows: isDue ? [] : rows });
    });
  }

  /** Whether a batch that is appended again was appended already: the connection may break after its end was asked for. */
  async #isAppended(entries: readonly Pending[]): Promise<boolean> {
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
    let unreadable = 0;
    for (let from = after; from < last && entries.length < limit;) {
      const page = entriesAfter(from, await this.#ask<StoredRun>('page', PAGE_AFTER, [sandbox, from]));
      for (const entry of page.entries) if (entry.sequence <= last) entries.push(entry);
      unreadable += page.unreadable;
      from = page.end ?? last;
    }
    return { entries: entries.slice(0, limit), last, dropped: given - cleared - count + unreadable };
  }

  async lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ask<Pick<JournalHead, 'sandbox' | 'last'>>('lasts', sql.LASTS, [sandboxes]);
    return new Map(rows.map(({ sandbox, last }) => [sandbox, last]));
  }

  async clear(sandbox: string, clearing: Clearing): Promise<void> {
    await this.#clock.know();
    await this.#during(async (table, runs) => {
      const { heads, reading } = await table.take([sandbox]);
      const clocks = this.#clock.read(reading);
      const head = heads.get(sandbox) ?? newHead(sandbox);
      const left = await runs.clear(head, clearedUpTo(clearing, clocks));
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
      this.#during(async (table, runs) => {
        const { heads, reading } = await table.take([sandbox]);
        const head = heads.get(sandbox) ?? newHead(sandbox);
        const settling = { upTo: Math.max(found.latest, reading.now - settleMs), isExact: true };
        const next = await runs.settle(head, settling);
        await table.keep([next], bytesOf(next) - bytesOf(head));
        return next;
      }),
    );
  }

  #ask<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#reads.during(() => this.#tables.during(() => this.#pool.query<Row>(statement(name, text, values))));
  }

  #during<Result>(work: (table: JournalTable, runs: RunTable) => Promise<Result>): Promise<Result> {
    return this.#tables.during(() =>
      this.#pool.transaction({ isSoon: true }, (query) =>
        work(new JournalTable(query), new RunTable(query, this.#limits)),
      ),
    );
  }
}
