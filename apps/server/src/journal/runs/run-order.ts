/** The order of entries that came from several processes: by when they were answered, once no earlier one is to come. */
import { endOf, type RunEntry, type RunHead } from './run.js';

/** Runs that have to be put in order together, since some entries of one were answered before those of another. */
export interface RunGroup {
  readonly runs: readonly RunHead[];
  /** When the first, and the last, of their answers were ready. */
  readonly answered: number;
  readonly until: number;
}

/** Groups runs, which are in the order of their numbers; the groups are in the order of their times as well. */
export function runGroups(runs: Iterable<RunHead>): RunGroup[] {
  const groups: RunGroup[] = [];
  for (const run of runs) {
    let group: RunGroup = { runs: [run], answered: run.answered, until: run.until };
    for (let before = groups.at(-1); before !== undefined && before.until > group.answered; before = groups.at(-1)) {
      groups.pop();
      group = {
        runs: [...before.runs, ...group.runs],
        answered: Math.min(before.answered, group.answered),
        until: Math.max(before.until, group.until),
      };
    }
    groups.push(group);
  }
  return groups;
}

/**
 * Puts entries in the order in which they were answered; those at the same time stay as they are.
 *
 * @param entries by sequence
 * @param settled up to which sequence nothing moves any more
 */
export function inOrder(entries: readonly RunEntry[], settled: number): RunEntry[] {
  const movable = entries.filter(({ sequence }) => sequence > settled);
  const ordered = movable.toSorted((a, b) => a.answered - b.answered || a.sequence - b.sequence);
  return [
    ...entries.slice(0, entries.length - movable.length),
    ...ordered.map((entry, index) => ({ ...entry, sequence: movable[index]?.sequence ?? entry.sequence })),
  ];
}

/** The number of the last entry that was answered by then; 0 where none was. */
export function lastAnswered(entries: readonly RunEntry[], upTo: number): number {
  return entries.findLast(({ answered }) => answered <= upTo)?.sequence ?? 0;
}

/** How many of the oldest entries give way. */
export interface OldestEntries {
  readonly entries: number;
  /** So many of them have to; the others may stay where the rest of their run does. */
  readonly least: number;
}

/**
 * The runs of the oldest entries, of some runs that begin with the oldest one: those that go, and the one that is cut, if
 * it has to be; and the last sequence that goes.
 */
export function oldestRuns(runs: Iterable<RunHead>, { entries, least }: OldestEntries) {
  const gone: RunHead[] = [];
  let count = 0;
  for (const run of runs) {
    if (count + run.entries > entries) {
      return count >= least
        ? { gone, cut: [], upTo: run.sequence - 1 }
        : { gone, cut: [run], upTo: run.sequence + entries - count - 1 };
    }
    gone.push(run);
    count += run.entries;
    if (count === entries) break;
  }
  return { gone, cut: [], upTo: Math.max(0, ...gone.slice(-1).map(endOf)) };
}
