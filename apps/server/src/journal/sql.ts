/**
 * The journals in a database that processes share: one algorithm for all databases. A journal has a head, which whoever
 * writes to it holds, and rows of entries. Entries are numbered as they come; once no earlier one can be on its way, they
 * are put in the order in which they were answered, and from then on none of them moves.
 */
import { nextTurn, randomText } from '#platform/runtime';
import { AppendPace } from './outgoing.js';
import { type Entry, journalNow } from './entry.js';
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type StoredEntry,
  type StoredJournal,
  MAX_JOURNALS,
  RETAINED,
} from './journal-store.js';
import {
  endOf,
  entriesOf,
  inOrder,
  type PendingEntry,
  pendingOf,
  readRow,
  type RowEntry,
  rowGroups,
  type RowHead,
  rowsOf,
} from './rows.js';
import * as sql from './sql-statements.js';
import type { Dialect, JournalHead, Steps } from './sql-statements.js';

/** When a database was asked for its time and when the answer was there, by `journalNow`, and what it was; in ms. */
interface ClockReading {
  readonly asked: number;
  readonly now: number;
  readonly heard: number;
}

/**
 * The clock of a database as a process knows it: it may be that of another machine. Each reading says between which bounds
 * the difference lies, and several together say so closely: a single slow answer does not put one exchange before another.
 */
export class StoreClock {
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  /** Takes in a reading. */
  read({ asked, now, heard }: ClockReading): void {
    const [least, most] = [now - heard, now - asked];
    const isMoved = least > this.#most || most < this.#least;
    // One of the clocks was put right, or stood while its machine slept: what was read before is of no use.
    this.#least = isMoved ? least : Math.max(this.#least, least);
    this.#most = isMoved ? most : Math.min(this.#most, most);
  }

  /**
   * How much later it is than `journalNow`, in ms, at least. It only grows, so that what this process answers later is later
   * by this clock as well.
   */
  get later(): number {
    return this.#least;
  }

  /** Between which bounds that lies, at most so many ms apart. */
  get doubt(): number {
    return this.#most - this.#least;
  }
}

/** A database that journals are in. */
export interface JournalDatabase {
  readonly dialect: Dialect;
  clock(): Pick<StoreClock, 'later'> | Promise<Pick<StoreClock, 'later'>>;
  /** Runs steps that only read. */
  read<Result>(steps: () => Steps<Result>): Promise<Result>;
  /**
   * Runs steps as one transaction; what was cut off is run again from the beginning.
   *
   * @param isForReader so that somebody can read: those who write do not wait for many of them
   */
  transaction<Result>(steps: () => Steps<Result>, isForReader?: boolean): Promise<Result>;
  /** Sets numbers aside, within a transaction that gives them: none is given twice, whatever becomes of the tables. */
  gives?(number: number): Steps<void>;
  /** Notes a number that was given, for the same. */
  saw?(number: number): void;
  close(): void | Promise<void>;
}

/** Tables lack what they always have. */
export class TablesEmptied extends Error {
  override readonly name = 'TablesEmptied';
}

/** How much a store keeps. */
export interface SqlJournalLimits extends JournalLimits {
  readonly journals?: number;
}

/** What a batch has for one sandbox. */
interface Group {
  readonly sandbox: string;
  readonly entries: readonly PendingEntry[];
}

/** A batch: it keeps its number when it is tried again. */
interface Batch {
  readonly number: number;
  readonly groups: readonly Group[];
}

/** Up to when entries are settled. */
interface Settling {
  readonly upTo: number;
  /** Whether somebody wants to see each that is; else those of a row may wait for each other. */
  readonly isExact: boolean;
}

/** Processes that append at once may have asked for the time in another order, but not so many ms apart. */
const PUT_BACK_MS = 1000;

/** So many entries may wait for somebody to put them in order before whoever appends does. */
const MAX_UNSETTLED = 5000;

/** How many journals may be new before somebody looks how many there are. */
const COUNT_EVERY = 100;

/** A process that has written nothing for so many ms appends no batch a second time. */
const WRITER_MS = 86_400_000;

/** Rows that are looked at together where some give way. */
const SOME_ROWS = 10;

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

/** A time as rows have it, in whole µs: never one that is yet to come. */
const wholeMicroseconds = (ms: number): number => Math.floor(ms * 1000) / 1000;

/** A journal, the number that entries follow on, and the time of the database with how much later that is. */
interface Taking {
  readonly head: JournalHead;
  readonly after: number;
  readonly now: number;
  readonly later: number;
}

/** What a journal takes of some entries, with their numbers: what came before it began, or was cleared, is left out. */
function handedOver(entries: readonly PendingEntry[], { head, after, now, later }: Taking) {
  const taken: (RowEntry & Pick<PendingEntry, 'isMinor'>)[] = [];
  for (const { isMinor, shared, own, since, answeredAt } of entries) {
    const [received, answered] = [Math.min(since + later, now), Math.min(answeredAt + later, now)];
    if (isBefore(received, head.begun_at, now) || isBefore(answered, head.cleared_at, now)) continue;
    taken.push({
      sequence: after + taken.length + 1,
      received: wholeMicroseconds(received),
      answered: wholeMicroseconds(answered),
      isMinor,
      shared,
      own,
    });
  }
  return taken;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps the journals in a database. */
export class SqlJournals implements JournalStore {
  readonly exclusive = false;
  readonly #db: JournalDatabase;
  readonly #limits: SqlJournalLimits;
  readonly #pace = new AppendPace();
  /** Names this process among those that write. */
  readonly #process = randomText(12);
  #batches = 0;
  /** Those that were tried. */
  readonly #tried = new WeakMap<readonly Entry[], Batch>();
  /** Journals that were new since somebody looked how many there are. */
  #begun = 0;

  constructor(db: JournalDatabase, limits: SqlJournalLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  async append(entries: readonly Entry[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    if (entries.length === 0 && lost.size === 0) return;
    const total = await this.#pace.during(async () => {
      const batch = this.#tried.get(entries) ?? (await this.#batchOf(entries));
      this.#tried.set(entries, batch);
      const { later } = await this.#db.clock();
      return this.#db.transaction(() => this.#appending(batch, lost, later));
    });
    if (total !== undefined) await this.#trim(total);
  }

  async read(sandbox: string, after: number, limit = Number.POSITIVE_INFINITY): Promise<StoredJournal> {
    const { settled: last, last: given, cleared, entries: count } = await this.#settled(sandbox, after + limit);
    const entries: StoredEntry[] = [];
    let unreadable = 0;
    for (let from = after; from < last && entries.length < limit;) {
      // Each page is a turn of its own, so that others have theirs.
      if (from > after) await nextTurn();
      const begin = from;
      const rows = await this.#db.read(() => sql.page(sandbox, begin));
      from = last;
      for (const row of rows) {
        const read = readRow(row);
        if (read === undefined) unreadable += Math.min(row.entries, endOf(row) - begin);
        for (const entry of read ?? []) if (entry.sequence > begin && entry.sequence <= last) entries.push(entry);
        from = endOf(row);
      }
    }
    return { entries: entries.slice(0, limit), last, dropped: given - cleared - count + unreadable };
  }

  async lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const heads = await this.#db.read(() => sql.lasts(sandboxes, this.#db.dialect));
    return new Map(heads.map(({ sandbox, last }) => [sandbox, last]));
  }

  async clear(sandbox: string, clearing: Clearing): Promise<void> {
    const { later } = await this.#db.clock();
    await this.#db.transaction(() => this.#clearing(sandbox, clearing, later));
  }

  /** Forgets what came up to a time of the database's clock, which is of an earlier database. */
  async forget(upTo: number): Promise<void> {
    const { later } = await this.#db.clock();
    await this.#db.transaction(function* () {
      for (const head of yield* sql.outdated(upTo, journalNow() + later)) yield* sql.forget(head);
    });
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  /** Makes a batch of entries: texts, of which nothing has to be made any more while others wait. */
  async #batchOf(entries: readonly Entry[]): Promise<Batch> {
    this.#batches += 1;
    const number = this.#batches;
    const bySandbox = new Map<string, Entry[]>();
    for (const entry of entries) {
      const own = bySandbox.get(entry.sandbox);
      if (own === undefined) bySandbox.set(entry.sandbox, [entry]);
      else own.push(entry);
    }
    const groups: Group[] = [];
    for (const [sandbox, own] of bySandbox) groups.push({ sandbox, entries: await pendingOf(own) });
    return { number, groups };
  }

  /** Appends a batch, and gives how many bytes there are then; undefined where it was appended already. */
  *#appending({ number, groups }: Batch, lost: ReadonlyMap<string, number>, later: number): Steps<number | undefined> {
    if (!(yield* sql.begin(this.#process, number))) return undefined;
    if (number === 1) yield* sql.forgetWriters(Date.now() - WRITER_MS);
    const others = [...lost.keys()].filter((sandbox) => !groups.some((group) => group.sandbox === sandbox));
    const all = [...groups, ...others.map((sandbox): Group => ({ sandbox, entries: [] }))];
    const heads = yield* this.#take(all.map(({ sandbox }) => sandbox));
    const next: JournalHead[] = [];
    let [more, begun, highest] = [0, 0, 0];
    for (const { sandbox, entries } of all) {
      const head = heads.get(sandbox) ?? sql.newHead(sandbox);
      const now = journalNow() + later;
      const after = head.last + (lost.get(sandbox) ?? 0);
      const taken = handedOver(entries, { head, after, now, later });
      const rows = rowsOf(taken, this.#limits);
      yield* sql.add(sandbox, rows);
      // Of a clock that was put back nothing can be said but the order in which entries came.
      const isBack = head.latest > now + PUT_BACK_MS;
      const appended: JournalHead = {
        ...sql.withRows(head, rows, 1),
        last: after + taken.length,
        settled: isBack ? head.last : head.settled,
        latest: Math.max(isBack ? 0 : head.latest, taken.at(-1)?.answered ?? 0),
        written: head.written === 1 || !taken.every(({ isMinor }) => isMinor) ? 1 : 0,
      };
      const isDue = appended.last - appended.settled > MAX_UNSETTLED;
      const upTo = now - this.#pace.settleMs();
      const settled = isDue ? yield* this.#settle(appended, { upTo, isExact: false }) : appended;
      const left = yield* this.#shed(settled);
      next.push(left);
      more += left.bytes - head.bytes;
      begun += head.entries === 0 ? 1 : 0;
      highest = Math.max(highest, left.last);
    }
    if (this.#db.gives !== undefined) yield* this.#db.gives(highest);
    this.#db.saw?.(highest);
    yield* sql.keep(next);
    this.#begun += begun;
    return yield* sql.count(more);
  }

  *#take(sandboxes: readonly string[]): Steps<ReadonlyMap<string, JournalHead>> {
    const heads = yield* sql.take(sandboxes, this.#db.dialect);
    if (heads === undefined) throw new TablesEmptied('the tables of the journals were emptied');
    return heads;
  }

  /** Puts what waits for its order in order, as far as it was answered by then. */
  *#settle(head: JournalHead, { upTo, isExact }: Settling): Steps<JournalHead> {
    let [next, sequence] = [head, head.settled];
    for (const { rows, answered, until } of rowGroups(yield* sql.after(head.sandbox, head.settled))) {
      if (answered > upTo) break;
      if (rows.length > 1 || (until > upTo && isExact)) {
        const ordered = inOrder(yield* this.#load(head.sandbox, rows), head.settled);
        if (rows.length > 1) next = yield* this.#replace(next, rows, ordered);
        sequence = Math.max(sequence, ordered.findLast((entry) => entry.answered <= upTo)?.sequence ?? 0);
      } else if (until <= upTo) sequence = Math.max(sequence, ...rows.map(endOf));
    }
    return { ...next, settled: head.latest <= upTo ? head.last : sequence };
  }

  /** The entries of rows that follow each other. */
  *#load(sandbox: string, rows: readonly RowHead[]): Steps<RowEntry[]> {
    return (yield* sql.load(sandbox, rows)).flatMap(entriesOf);
  }

  /** Puts entries in the place of rows that follow each other. */
  *#replace(head: JournalHead, rows: readonly RowHead[], entries: readonly RowEntry[]): Steps<JournalHead> {
    yield* sql.drop(head.sandbox, rows);
    const made = rowsOf(entries, this.#limits);
    yield* sql.add(head.sandbox, made);
    return sql.withRows(sql.withRows(head, rows, -1), made, 1);
  }

  /** Drops the oldest rows of a journal that is too large; the last one stays, however large it is. */
  *#shed(
    head: JournalHead,
    { entries, bytes }: Pick<JournalLimits, 'entries' | 'bytes'> = this.#limits,
  ): Steps<JournalHead> {
    let left = head;
    const isTooLarge = (): boolean => left.entries > entries || left.bytes > bytes;
    while (isTooLarge()) {
      const gone: RowHead[] = [];
      for (const row of yield* sql.oldest(head.sandbox, SOME_ROWS)) {
        if (!isTooLarge() || left.entries <= row.entries) break;
        gone.push(row);
        left = sql.withRows(left, [row], -1);
      }
      if (gone.length === 0) break;
      yield* sql.drop(head.sandbox, gone);
    }
    return left;
  }

  *#clearing(sandbox: string, { what, at }: Clearing, later: number): Steps<void> {
    const head = (yield* this.#take([sandbox])).get(sandbox) ?? sql.newHead(sandbox);
    const now = journalNow() + later;
    const upTo = Math.min(now, at + later);
    yield* sql.dropEnded(sandbox, upTo);
    for (const row of yield* sql.begunBy(sandbox, what, upTo)) {
      const entries = yield* this.#load(sandbox, [row]);
      yield* this.#replace(
        head,
        [row],
        entries.filter((entry) => entry[what] > upTo),
      );
    }
    const left = yield* sql.totals(sandbox);
    // One that is done late does not take back what a later one has done.
    const latest = (before: number): number => (before > now ? upTo : Math.max(before, upTo));
    yield* sql.keep([
      {
        ...head,
        ...left,
        cleared: head.last - left.entries,
        settled: left.entries === 0 ? head.last : head.settled,
        begun_at: what === 'received' ? latest(head.begun_at) : head.begun_at,
        cleared_at: latest(head.cleared_at),
        written: left.entries > 0 || what === 'answered' ? head.written : 0,
      },
    ]);
    yield* sql.count(left.bytes - head.bytes);
  }

  /** A journal once all that it has now, or what it has up to a sequence, is in order. */
  async #settled(sandbox: string, upTo: number): Promise<JournalHead> {
    const found = (await this.#db.read(() => sql.find(sandbox))) ?? sql.newHead(sandbox);
    this.#db.saw?.(found.last);
    if (found.settled >= Math.min(found.last, upTo)) return found;
    const { later } = await this.#db.clock();
    const settleMs = this.#pace.settleMs();
    await sleep(Math.min(settleMs, Math.max(0, found.latest - (journalNow() + later - settleMs))));
    const { latest } = found;
    return this.#db.transaction(() => this.#settling(sandbox, Math.max(latest, journalNow() + later - settleMs)), true);
  }

  *#settling(sandbox: string, upTo: number): Steps<JournalHead> {
    const head = (yield* this.#take([sandbox])).get(sandbox) ?? sql.newHead(sandbox);
    const next = yield* this.#settle(head, { upTo, isExact: true });
    yield* sql.keep([next]);
    yield* sql.count(next.bytes - head.bytes);
    return next;
  }

  /** Lets the largest journals give way where all are too large together, and the least used ones where there are too many. */
  async #trim(total: number): Promise<void> {
    const { totalBytes, journals = MAX_JOURNALS } = this.#limits;
    for (let bytes = total; bytes > totalBytes;) bytes = await this.#db.transaction(() => this.#cutLargest());
    if (this.#begun < Math.min(COUNT_EVERY, journals)) return;
    this.#begun = 0;
    const { dialect } = this.#db;
    await this.#db.transaction(function* () {
      const count = yield* sql.journals();
      if (count <= journals) return;
      for (const head of yield* sql.minor(count - Math.floor(journals * RETAINED), dialect)) yield* sql.forget(head);
    });
  }

  /** Cuts the largest journal by a quarter, and gives how many bytes there are then. */
  *#cutLargest(): Steps<number> {
    const head = yield* sql.largest(this.#db.dialect);
    if (head === undefined) return 0;
    const left = yield* this.#shed(head, { entries: Number.POSITIVE_INFINITY, bytes: (head.bytes * 3) / 4 });
    yield* sql.keep([left]);
    // One of a single row cannot be cut: nothing would ever fit.
    return left.bytes === head.bytes ? 0 : yield* sql.count(left.bytes - head.bytes);
  }
}
