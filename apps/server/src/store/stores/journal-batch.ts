/** What a journal in a database takes of a batch. */
import type { JournalLimits, Pending } from '../../journal/journal-store.js';
import { Repeats } from '../../journal/repeats.js';
import { RunsWriter } from '../../journal/runs/runs-writer.js';
import { type Clocks, type JournalHead, withRuns } from './journal-head.js';

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

/** A time in whole µs, as runs keep it: never one that is yet to come. */
const wholeMicroseconds = (ms: number): number => Math.floor(ms * 1000);

/** A batch for one journal. */
export interface HeadBatch {
  readonly entries: readonly Pending[];
  /** How many entries before these were lost. */
  readonly lost: number;
  readonly clocks: Clocks;
  readonly limits: JournalLimits;
}

/** How many entries there are, each of a row as well. */
const countOf = (entries: readonly Pending[]): number =>
  entries.reduce((count, of) => count + (of instanceof Repeats ? of.length : 1), 0);

/** Entries that a journal takes, in columns, and the order in which they were answered. */
class Taken {
  length = 0;
  readonly #entries: readonly Pending[];
  readonly #head: JournalHead;
  readonly #clocks: Clocks;
  /** By index: which one of the batch, and in which row; in µs, when it came and was answered. */
  readonly #which: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #received: Float64Array;
  readonly #answered: Float64Array;
  #isInOrder = true;

  constructor(head: JournalHead, { entries, clocks }: HeadBatch) {
    const count = countOf(entries);
    this.#entries = entries;
    this.#head = head;
    this.#clocks = clocks;
    this.#which = new Uint32Array(count);
    this.#rows = new Uint32Array(count);
    this.#received = new Float64Array(count);
    this.#answered = new Float64Array(count);
    for (const [which, of] of entries.entries()) {
      const from = this.length;
      if (of instanceof Repeats) this.#takeRows(of);
      else if (this.#isTaken(of.since, of.answeredAt)) this.length += 1;
      this.#which.fill(which, from, this.length);
    }
  }

  of(index: number): Pending | undefined {
    return this.#entries[this.#which[index] ?? 0];
  }

  row(index: number): number {
    return this.#rows[index] ?? 0;
  }

  received(index: number): number {
    return this.#received[index] ?? 0;
  }

  answered(index: number): number {
    return this.#answered[index] ?? 0;
  }

  /** Their indexes; most ended in the order in which they were answered. */
  order(): Uint32Array | undefined {
    if (this.#isInOrder) return undefined;
    return Uint32Array.from({ length: this.length }, (_, index) => index).toSorted(
      (a, b) => this.answered(a) - this.answered(b) || a - b,
    );
  }

  #takeRows(repeats: Repeats): void {
    for (let row = repeats.first; row < repeats.end; row += 1) {
      if (!this.#isTaken(repeats.since(row), repeats.answeredAt(row))) continue;
      this.#rows[this.length] = row;
      this.length += 1;
    }
  }

  /** Notes the times of the next one, unless it came before the journal began, or was cleared. */
  #isTaken(since: number, answeredAt: number): boolean {
    const { now, later } = this.#clocks;
    const [received, answered] = [Math.min(since + later, now), Math.min(answeredAt + later, now)];
    if (isBefore(received, this.#head.begun_at, now) || isBefore(answered, this.#head.cleared_at, now)) return false;
    this.#received[this.length] = wholeMicroseconds(received);
    this.#answered[this.length] = wholeMicroseconds(answered);
    if (this.length > 0 && this.answered(this.length) < this.answered(this.length - 1)) this.#isInOrder = false;
    return true;
  }
}

/** Processes that append at once may have asked for the time in another order, but not so many ms apart. */
const PUT_BACK_MS = 1000;

/** Appends a batch to a journal: what is then counted of it, and the runs to add. Their numbers may still change. */
export function appended(head: JournalHead, batch: HeadBatch) {
  const { lost, clocks, limits } = batch;
  const taken = new Taken(head, batch);
  const after = head.last + lost;
  const order = taken.order();
  const writer = new RunsWriter(limits);
  // One object for all that repeat others: there are thousands of them a second.
  const entry = { sequence: 0, received: 0, answered: 0 };
  let isMinor = true;
  for (let i = 0; i < taken.length; i += 1) {
    const index = order?.[i] ?? i;
    const of = taken.of(index);
    if (of === undefined) continue;
    isMinor &&= of.isMinor;
    entry.sequence = after + i + 1;
    entry.received = taken.received(index);
    entry.answered = taken.answered(index);
    if (of instanceof Repeats) writer.addRepeated(of, taken.row(index), entry);
    else writer.add({ sequence: entry.sequence, received: entry.received / 1000, answered: entry.answered / 1000, of });
  }
  // Of a clock that was put back nothing can be said but the order in which entries came.
  const isBack = head.latest > clocks.now + PUT_BACK_MS;
  const runs = writer.runs();
  const next: JournalHead = {
    ...withRuns(head, runs),
    last: after + taken.length,
    settled: isBack ? head.last : head.settled,
    latest: Math.max(isBack ? 0 : head.latest, ...runs.slice(-1).map(({ until }) => until)),
    written: head.written || !isMinor,
  };
  return { head: next, runs };
}
