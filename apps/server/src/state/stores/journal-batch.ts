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

/** Entries that are taken, in columns, and the order in which they were answered. */
class Taken {
  readonly of: Pending[] = [];
  readonly rows: number[] = [];
  readonly received: number[] = [];
  readonly answered: number[] = [];
  #isInOrder = true;

  get length(): number {
    return this.of.length;
  }

  add(of: Pending, row: number, [received, answered]: readonly [number, number]): void {
    if (answered < (this.answered.at(-1) ?? answered)) this.#isInOrder = false;
    this.of.push(of);
    this.rows.push(row);
    this.received.push(received);
    this.answered.push(answered);
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
function takenOf(head: JournalHead, { entries, clocks: { now, later } }: HeadBatch): Taken {
  const taken = new Taken();
  const take = (of: Pending, row: number, [since, answeredAt]: readonly [number, number]): void => {
    const [received, answered] = [Math.min(since + later, now), Math.min(answeredAt + later, now)];
    if (isBefore(received, head.begun_at, now) || isBefore(answered, head.cleared_at, now)) return;
    taken.add(of, row, [kept(received), kept(answered)]);
  };
  for (const of of entries) {
    if (!(of instanceof Repeats)) take(of, 0, [of.since, of.answeredAt]);
    else for (let row = of.first; row < of.end; row += 1) take(of, row, [of.since(row), of.answeredAt(row)]);
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
  for (let i = 0; i < taken.length; i += 1) {
    const index = order?.[i] ?? i;
    const of = taken.of[index];
    if (of === undefined) continue;
    const times = { received: taken.received[index] ?? 0, answered: taken.answeredAt(index) };
    const entry = { sequence: after + i + 1, ...times };
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
