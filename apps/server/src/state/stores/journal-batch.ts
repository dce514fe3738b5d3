/** What a journal in a database takes of a batch. */
import type { JournalLimits, Pending } from '../../journal/journal-store.js';
import { Repeats } from '../../journal/repeats.js';
import { RunsWriter } from '../../journal/runs/runs-writer.js';
import { type Clocks, type JournalHead, withRuns } from './journal-head.js';

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

/** A time in whole µs, as runs keep it: never one that is yet to come. */
const kept = (ms: number): number => Math.floor(ms * 1000) / 1000;

/** A batch for one journal. */
export interface HeadBatch {
  readonly entries: readonly Pending[];
  /** How many entries before these were lost. */
  readonly lost: number;
  readonly clocks: Clocks;
  readonly limits: JournalLimits;
}

/** Entries that a journal takes, in columns, and the order in which they were answered. */
class Taken {
  readonly of: Pending[] = [];
  readonly rows: number[] = [];
  readonly received: number[] = [];
  readonly answered: number[] = [];
  readonly #head: JournalHead;
  readonly #clocks: Clocks;
  #latest = Number.NEGATIVE_INFINITY;
  #isInOrder = true;

  constructor(head: JournalHead, clocks: Clocks) {
    this.#head = head;
    this.#clocks = clocks;
  }

  get length(): number {
    return this.of.length;
  }

  /** Takes an entry, or one in a row, unless it came before the journal began, or was cleared. */
  take(of: Pending, row: number): void {
    const { now, later } = this.#clocks;
    const isRow = of instanceof Repeats;
    const received = Math.min((isRow ? of.since(row) : of.since) + later, now);
    const answered = Math.min((isRow ? of.answeredAt(row) : of.answeredAt) + later, now);
    if (isBefore(received, this.#head.begun_at, now) || isBefore(answered, this.#head.cleared_at, now)) return;
    const at = kept(answered);
    if (at < this.#latest) this.#isInOrder = false;
    this.#latest = at;
    this.of.push(of);
    this.rows.push(row);
    this.received.push(kept(received));
    this.answered.push(at);
  }

  /** When the one was answered that is at an index. */
  answeredAt(index: number): number {
    return this.answered[index] ?? 0;
  }

  /** Their indexes; most ended in the order in which they were answered. */
  order(): readonly number[] | undefined {
    if (this.#isInOrder) return undefined;
    return this.of.map((_, index) => index).toSorted((a, b) => this.answeredAt(a) - this.answeredAt(b));
  }
}

/** Processes that append at once may have asked for the time in another order, but not so many ms apart. */
const PUT_BACK_MS = 1000;

/** The entries that a journal takes. */
function takenOf(head: JournalHead, { entries, clocks }: HeadBatch): Taken {
  const taken = new Taken(head, clocks);
  for (const of of entries) {
    if (of instanceof Repeats) for (let row = of.first; row < of.end; row += 1) taken.take(of, row);
    else taken.take(of, 0);
  }
  return taken;
}

/** Appends a batch to a journal: what is then counted of it, and the runs to add. Their numbers may still change. */
export function appended(head: JournalHead, batch: HeadBatch) {
  const { lost, clocks, limits } = batch;
  const taken = takenOf(head, batch);
  const after = head.last + lost;
  const order = taken.order();
  const writer = new RunsWriter(limits);
  // One object for all that repeat others: there are thousands of them a second.
  const entry = { sequence: 0, received: 0, answered: 0 };
  for (let i = 0; i < taken.length; i += 1) {
    const index = order?.[i] ?? i;
    const of = taken.of[index];
    if (of === undefined) continue;
    entry.sequence = after + i + 1;
    entry.received = taken.received[index] ?? 0;
    entry.answered = taken.answeredAt(index);
    if (of instanceof Repeats) writer.addRepeated(of, taken.rows[index] ?? 0, entry);
    else writer.add({ ...entry, of });
  }
  // Of a clock that was put back nothing can be said but the order in which entries came.
  const isBack = head.latest > clocks.now + PUT_BACK_MS;
  const runs = writer.runs();
  const latest = taken.length === 0 ? 0 : taken.answeredAt(order?.at(-1) ?? taken.length - 1);
  const next: JournalHead = {
    ...withRuns(head, runs),
    last: after + taken.length,
    settled: isBack ? head.last : head.settled,
    latest: Math.max(isBack ? 0 : head.latest, latest),
    written: head.written || taken.of.some(({ isMinor }) => !isMinor),
  };
  return { head: next, runs };
}
