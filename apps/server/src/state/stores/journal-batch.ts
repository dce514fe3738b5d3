/** What a journal in a database takes of a batch. */
import type { JournalLimits, PendingEntry } from '../../journal/journal-store.js';
import { type Clocks, type JournalHead, withRuns } from './journal-head.js';
import type { RunEntry } from '../../journal/runs/run.js';
import { runsOf } from '../../journal/runs/run-writer.js';

/** Whether something came before an instant; one that is yet to come shows that the clock was put back. */
const isBefore = (at: number, instant: number, now: number): boolean => at < instant && instant <= now;

/** A batch for one journal. */
export interface HeadBatch {
  readonly entries: readonly PendingEntry[];
  /** How many entries before these were lost. */
  readonly lost: number;
  readonly clocks: Clocks;
  readonly limits: JournalLimits;
}

/** Processes that append at once may have asked for the time in another order, but not so many ms apart. */
const PUT_BACK_MS = 1000;

/** Appends a batch to a journal: what is then counted of it, and the runs to add. Their numbers may still change. */
export function appended(head: JournalHead, { entries, lost, clocks: { now, later }, limits }: HeadBatch) {
  const taken: (Omit<RunEntry, 'sequence'> & { sequence: number })[] = [];
  let { written } = head;
  for (const of of entries) {
    const [received, answered] = [Math.min(of.since + later, now), Math.min(of.answeredAt + later, now)];
    if (isBefore(received, head.begun_at, now) || isBefore(answered, head.cleared_at, now)) continue;
    taken.push({ sequence: 0, received, answered, of });
    if (!of.isMinor) written = true;
  }
  taken.sort((a, b) => a.answered - b.answered);
  // Of a clock that was put back nothing can be said but the order in which entries came.
  const isBack = head.latest > now + PUT_BACK_MS;
  const after = head.last + lost;
  for (const [index, entry] of taken.entries()) entry.sequence = after + index + 1;
  const runs = runsOf(taken, limits.bytes);
  const next: JournalHead = {
    ...withRuns(head, runs),
    last: after + taken.length,
    settled: isBack ? head.last : head.settled,
    latest: Math.max(isBack ? 0 : head.latest, taken.at(-1)?.answered ?? 0),
    written,
  };
  return { head: next, runs };
}
