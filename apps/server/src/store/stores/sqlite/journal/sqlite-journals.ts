/** The journals of all processes on one SQLite database, in a file of their own beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTurn } from '#platform/event-loop';
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type KeptEntry,
  type KeptJournal,
  MAX_JOURNALS,
  type Pending,
} from '../../../../journal/journal-store.js';
import { AppendPace } from '../../append-pace.js';
import { grouped } from '../../grouped.js';
import { appended } from '../../journal-batch.js';
import { excessOf, shareOf } from '../../journal-excess.js';
import { bytesOf, clearedHead, clearedUpTo, isUnsettled, type JournalHead, unsettledMs } from '../../journal-head.js';
import { entriesAfter } from '../../../../journal/runs/read-run.js';
import { rowsOf } from '../../../../journal/runs/run.js';
import type { JournalConnection } from './journal-connection.js';
import { MachineClock, machineNow } from './machine-clock.js';
import { storeUnavailable } from '../../store.js';
import { isBusy, outageOf } from '../connection.js';
import type { journalStatements } from './journal-statements.js';

/** What is done with journals. */
type Statements = ReturnType<typeof journalStatements>;

type Opened = ReturnType<JournalConnection['open']>;

/** How long others may hold the file, in ms, and how often it is tried again. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 5;

/** The file, as one process sees it. */
class JournalAccess {
  readonly #connection: JournalConnection;
  /** The highest number that this process has seen, in whatever file. */
  #highest = 0;
  /** What was open when it was last used, and whether it was opened anew since somebody wrote. */
  #file: Opened | undefined;
  #isAnew = false;

  constructor(connection: JournalConnection) {
    this.#connection = connection;
  }

  /** Notes that a number was given. */
  saw(number: number): void {
    this.#highest = Math.max(this.#highest, number);
  }

  /** Reads; while others hold the file, everything else goes on. */
  read<Result>(work: (sql: Statements) => Result): Promise<Result> {
    return this.#attempt(({ sql }) => work(sql));
  }

  /** Does some work as one transaction. */
  write<Result>(work: (sql: Statements) => Result): Promise<Result> {
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

  close(): void {
    this.#connection.close();
  }

  async #attempt<Result>(work: (file: Opened) => Result): Promise<Result> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return this.#connection.use((file) => {
          if (this.#file !== undefined && file !== this.#file) this.#isAnew = true;
          this.#file = file;
          return work(file);
        });
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw storeUnavailable(error, outageOf(error));
        await sleep(AGAIN_MS);
      }
    }
  }
}

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** How much a store keeps. */
export interface SqliteJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** Keeps the journals in a file. */
export class SqliteJournals implements JournalStore {
  readonly exclusive = false;
  /** About 3 ms of the process. */
  readonly batch = { entries: 250, bytes: 500_000 };
  readonly #file: JournalAccess;
  readonly #limits: SqliteJournalLimits;
  readonly #pace = new AppendPace();
  readonly #clock = new MachineClock();

  constructor(connection: JournalConnection, limits: SqliteJournalLimits) {
    this.#file = new JournalAccess(connection);
    this.#limits = limits;
  }

  /** Forgets what came up to a time, which is of an earlier database. */
  forget(upTo: number): Promise<void> {
    return this.#file.write((sql) => {
      for (const sandbox of sql.outdated(upTo, machineNow())) sql.total(-bytesOf(sql.forget(sandbox)));
    });
  }

  append(entries: readonly Pending[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    return this.#pace.during(() => this.#append(entries, lost));
  }

  #append(entries: readonly Pending[], lost: ReadonlyMap<string, number>): Promise<void> {
    const settleMs = this.#pace.settleMs();
    return this.#file.write((sql) => {
      let [more, begun] = [0, 0];
      for (const [sandbox, { entries: own, lost: gone }] of grouped(entries, lost)) {
        const head = sql.take(sandbox);
        const now = this.#clock.read();
        const next = appended(head, { entries: own, lost: gone, clocks: now, limits: this.#limits });
        this.#file.saw(next.head.last);
        sql.add(rowsOf(sandbox, next.runs));
        const ordered = isUnsettled(next.head)
          ? sql.settle(next.head, { upTo: now.now - settleMs, isExact: false })
          : next.head;
        const left = sql.shed(ordered, excessOf(ordered, this.#limits));
        sql.keep(left);
        more += bytesOf(left) - bytesOf(head);
        if (head.entries === 0) begun += 1;
      }
      this.#makeRoom(sql, sql.total(more), begun);
    });
  }

  async read(sandbox: string, after: number, limit = Number.POSITIVE_INFINITY): Promise<KeptJournal> {
    const { settled: last, last: given, cleared, entries: count } = await this.#settled(sandbox, after + limit);
    const entries: KeptEntry[] = [];
    let unreadable = 0;
    for (let from = after; from < last && entries.length < limit;) {
      // Each page is a turn of its own, so that others have theirs.
      if (from > after) await nextTurn();
      const runs = await this.#file.read((sql) => sql.page(sandbox, from));
      const page = entriesAfter(from, runs);
      for (const entry of page.entries) if (entry.sequence <= last) entries.push(entry);
      unreadable += page.unreadable;
      from = page.end ?? last;
    }
    return { entries: entries.slice(0, limit), last, dropped: given - cleared - count + unreadable };
  }

  lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#file.read((sql) => sql.lasts(sandboxes));
  }

  clear(sandbox: string, clearing: Clearing): Promise<void> {
    return this.#file.write((sql) => {
      const head = sql.take(sandbox);
      const now = this.#clock.read();
      const next = clearedHead(head, clearing, { clocks: now, left: sql.clear(head, clearedUpTo(clearing, now)) });
      sql.keep(next);
      sql.total(bytesOf(next) - bytesOf(head));
    });
  }

  close(): void {
    this.#file.close();
  }

  /** A journal once all that it has now, or what it has up to a sequence, is in order. */
  async #settled(sandbox: string, upTo: number): Promise<JournalHead> {
    const found = await this.#file.read((sql) => sql.find(sandbox));
    this.#file.saw(found.last);
    if (found.settled >= Math.min(found.last, upTo)) return found;
    const settleMs = this.#pace.settleMs();
    await sleep(unsettledMs(found, machineNow(), settleMs));
    return this.#file.write((sql) => {
      const head = sql.find(sandbox);
      const next = sql.settle(head, { upTo: Math.max(found.latest, machineNow() - settleMs), isExact: true });
      sql.keep(next);
      sql.total(bytesOf(next) - bytesOf(head));
      return next;
    });
  }

  /** Lets the largest journals give way where all are too large together, and the least used ones where there are too many. */
  #makeRoom(sql: Statements, total: number, begun: number): void {
    const { totalBytes, journals = MAX_JOURNALS } = this.#limits;
    let bytes = total;
    while (bytes > totalBytes) {
      const head = sql.largest();
      if (head === undefined || bytesOf(head) === 0) break;
      const left = sql.shed(head, shareOf(head));
      sql.keep(left);
      bytes = sql.total(bytesOf(left) - bytesOf(head));
    }
    // None is new where all had entries before.
    const count = begun === 0 ? 0 : sql.count();
    if (count <= journals) return;
    for (const sandbox of sql.minor(count - Math.floor(journals * KEPT))) {
      const gone = sql.forget(sandbox);
      sql.raise(gone.last);
      sql.total(-bytesOf(gone));
    }
  }
}
