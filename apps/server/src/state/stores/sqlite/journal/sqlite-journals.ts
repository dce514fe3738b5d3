/** The journals of all processes on one SQLite database, in a file of their own beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTurn } from '#platform/turns';
import { isBusy } from '../failure.js';
import { storeUnavailable } from '../../store.js';
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
import {
  appended,
  bytesOf,
  clearedHead,
  clearedUpTo,
  type Clocks,
  excessOf,
  isUnsettled,
  type JournalHead,
  shareOf,
  unsettledMs,
} from '../../journal-head.js';
import { settledOrder } from '../../journal-order.js';
import { grouped } from '../../grouped.js';
import type { JournalConnection } from './journal-connection.js';
import { machineNow } from './machine-clock.js';
import { type journalStatements, PAGE } from './journal-statements.js';

type Statements = ReturnType<typeof journalStatements>;

/** How long others may hold the file, in ms, and how often it is tried again. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 5;

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

function clocks(): Clocks {
  const now = machineNow();
  return { now, later: now - journalNow() };
}

/** Puts what waits for its order in order, as far as it was answered by then. */
function settled(sql: Statements, head: JournalHead, upTo: number): JournalHead {
  const { moves, settled: sequence = head.settled } = settledOrder(sql.unsettled(head.sandbox, head.settled), upTo);
  sql.move(head.sandbox, moves);
  return { ...head, settled: head.latest <= upTo ? head.last : sequence };
}

/** How much a store keeps. */
export interface SqliteJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** Keeps the journals in a file. */
export class SqliteJournals implements JournalStore {
  readonly exclusive = false;
  /** About 3 ms of the process. */
  readonly batch = { entries: 50, bytes: 200_000 };
  readonly #connection: JournalConnection;
  readonly #limits: SqliteJournalLimits;
  /** The highest number that this process has seen, in whatever file. */
  #highest = 0;
  /** What was open when it was last used, and whether it was opened anew since somebody wrote. */
  #file: ReturnType<JournalConnection['open']> | undefined;
  #isAnew = false;
  readonly #pace = new AppendPace();

  constructor(connection: JournalConnection, limits: SqliteJournalLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** Forgets what came up to a time, which is of an earlier database. */
  forget(upTo: number): Promise<void> {
    return this.#write((sql) => {
      for (const sandbox of sql.outdated(upTo, machineNow())) sql.total(-bytesOf(sql.forget(sandbox)));
    });
  }

  append(entries: readonly PendingEntry[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    return this.#pace.during(() => this.#append(entries, lost));
  }

  #append(entries: readonly PendingEntry[], lost: ReadonlyMap<string, number>): Promise<void> {
    const settleMs = this.#pace.settleMs();
    return this.#write((sql) => {
      let more = 0;
      for (const [sandbox, { entries: own, lost: gone }] of grouped(entries, lost)) {
        const head = sql.take(sandbox);
        const now = clocks();
        const next = appended(head, { entries: own, lost: gone, clocks: now });
        this.#highest = Math.max(this.#highest, next.head.last);
        sql.add(next.rows);
        const ordered = isUnsettled(next.head) ? settled(sql, next.head, now.now - settleMs) : next.head;
        const left = sql.shed(ordered, excessOf(ordered, this.#limits));
        sql.keep(left);
        more += bytesOf(left) - bytesOf(head);
      }
      this.#makeRoom(sql, sql.total(more));
    });
  }

  async read(sandbox: string, after: number, limit = Number.POSITIVE_INFINITY): Promise<KeptJournal> {
    const { settled: last, last: given, cleared, entries: count } = await this.#settled(sandbox, after + limit);
    const entries: KeptEntry[] = [];
    for (let from = after; from < last && entries.length < limit;) {
      // Each page is a turn of its own, so that others have theirs.
      if (from > after) await nextTurn();
      const rows = await this.#attempt(({ sql }) => sql.read(sandbox, from, Math.min(PAGE, limit - entries.length)));
      for (const { sequence, ...texts } of rows) if (sequence <= last) entries.push({ sequence, texts: () => texts });
      from = rows.length < PAGE ? last : (rows.at(-1)?.sequence ?? last);
    }
    return { entries, last, dropped: given - cleared - count };
  }

  lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#attempt(({ sql }) => sql.lasts(sandboxes));
  }

  clear(sandbox: string, clearing: Clearing): Promise<void> {
    return this.#write((sql) => {
      const head = sql.take(sandbox);
      const now = clocks();
      const next = clearedHead(head, clearing, { clocks: now, left: sql.clear(sandbox, clearedUpTo(clearing, now)) });
      sql.keep(next);
      sql.total(bytesOf(next) - bytesOf(head));
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** A journal once all that it has now, or what it has up to a sequence, is in order. */
  async #settled(sandbox: string, upTo: number): Promise<JournalHead> {
    const found = await this.#attempt(({ sql }) => sql.find(sandbox));
    this.#highest = Math.max(this.#highest, found.last);
    if (found.settled >= Math.min(found.last, upTo)) return found;
    const settleMs = this.#pace.settleMs();
    await sleep(unsettledMs(found, machineNow(), settleMs));
    return this.#write((sql) => {
      const head = sql.find(sandbox);
      const next = settled(sql, head, Math.max(found.latest, machineNow() - settleMs));
      if (next.settled !== head.settled) sql.keep(next);
      return next;
    });
  }

  /** Lets the largest journals give way where all are too large together, and the least used ones where there are too many. */
  #makeRoom(sql: Statements, total: number): void {
    const { totalBytes, journals = MAX_JOURNALS } = this.#limits;
    let bytes = total;
    while (bytes > totalBytes) {
      const head = sql.largest();
      if (head === undefined || bytesOf(head) === 0) break;
      const left = sql.shed(head, shareOf(head));
      sql.keep(left);
      bytes = sql.total(bytesOf(left) - bytesOf(head));
    }
    const count = sql.count();
    if (count <= journals) return;
    for (const sandbox of sql.minor(count - Math.floor(journals * KEPT))) {
      const gone = sql.forget(sandbox);
      sql.raise(gone.last);
      sql.total(-bytesOf(gone));
    }
  }

  #write<Result>(work: (sql: Statements) => Result): Promise<Result> {
    return this.#attempt(({ db, sql }) => {
      db.exec('begin immediate');
      try {
        // A file that was made anew knows nothing of the numbers that were given.
        if (this.#isAnew) sql.raise(this.#highest);
        const result = work(sql);
        db.exec('commit');
        this.#isAnew = false;
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('rollback');
        throw error;
      }
    });
  }

  /** Does some work on the file; while others hold it, everything else goes on. */
  async #attempt<Result>(work: (file: ReturnType<JournalConnection['open']>) => Result): Promise<Result> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return this.#connection.use((file) => {
          if (this.#file !== undefined && file !== this.#file) this.#isAnew = true;
          this.#file = file;
          return work(file);
        });
      } catch (error) {
        if (!isBusy(error)) throw storeUnavailable(error);
        if (performance.now() > until) throw storeUnavailable(error);
        await sleep(AGAIN_MS);
      }
    }
  }
}
