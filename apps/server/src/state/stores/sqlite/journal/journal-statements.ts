/** What is done with the journals in a SQLite file, within a transaction. */
import type Database from 'libsql';
import type { JournalLimits } from '../../../../journal/journal-store.js';
import type { Excess } from '../../journal-excess.js';
import { type clearedUpTo, type JournalHead, type RunTotals, type Settling, withRuns } from '../../journal-head.js';
import { entriesOf } from '../../../../journal/runs/read-run.js';
import { endOf, type RunEntry, type RunHead, rowsOf } from '../../../../journal/runs/run.js';
import { inOrder, lastAnswered, oldestRuns, runGroups } from '../../../../journal/runs/run-order.js';
import { runsOf } from '../../../../journal/runs/runs-writer.js';
import { headStatements } from './head-statements.js';
import { runStatements } from './run-statements.js';

/** Prepares what is done. */
export function journalStatements(db: Database.Database, limits: JournalLimits) {
  const heads = headStatements(db);
  const runs = runStatements(db);

  const load = (sandbox: string, some: readonly RunHead[]): RunEntry[] =>
    some.length === 0 ? [] : runs.load(sandbox, some).flatMap(entriesOf);

  /** Puts entries where some runs are. */
  function replace(head: JournalHead, some: readonly RunHead[], entries: readonly RunEntry[]): JournalHead {
    if (some.length === 0) return head;
    const gone = runs.drop(head.sandbox, some);
    const made = runsOf(entries, limits);
    runs.add(rowsOf(head.sandbox, made));
    return withRuns(head, made, gone);
  }

  /** Drops the oldest entries. */
  function dropEntries(head: JournalHead, excess: Excess): JournalHead {
    if (excess.entries <= 0) return head;
    const { gone, cut, upTo } = oldestRuns(runs.oldest(head.sandbox), excess);
    const left = load(head.sandbox, cut).filter(({ sequence }) => sequence > upTo);
    return replace(head, [...gone, ...cut], left);
  }

  return {
    ...heads,
    page: runs.page,
    add: runs.add,
    /** Takes from a journal what is to give way, and answers what is left of it. */
    shed: (head: JournalHead, excess: Excess): JournalHead => {
      const { headers, bodies } = excess;
      const left = dropEntries(head, excess);
      const { sandbox } = head;
      return {
        ...left,
        headers: left.headers - runs.dropPart(sandbox, 'headers', headers - (head.headers - left.headers)),
        bodies: left.bodies - runs.dropPart(sandbox, 'bodies', bodies - (head.bodies - left.bodies)),
      };
    },
    /** Puts what waits for its order in order, as far as it was answered by then. */
    settle: (head: JournalHead, { upTo, isExact }: Settling): JournalHead => {
      let [next, sequence] = [head, head.settled];
      for (const { runs: own, answered, until } of runGroups(runs.after(head.sandbox, head.settled))) {
        if (answered > upTo) break;
        if (own.length > 1 || (until > upTo && isExact)) {
          const ordered = inOrder(load(head.sandbox, own), head.settled);
          if (own.length > 1) next = replace(next, own, ordered);
          sequence = Math.max(sequence, lastAnswered(ordered, upTo));
        } else if (until <= upTo) sequence = Math.max(sequence, ...own.map(endOf));
      }
      return { ...next, settled: head.latest <= upTo ? head.last : sequence };
    },
    /** Drops what came up to a time, and answers what is left. */
    clear: (head: JournalHead, { column, upTo }: ReturnType<typeof clearedUpTo>): RunTotals => {
      const { sandbox } = head;
      runs.dropEnded(sandbox, upTo);
      const cut = runs.begunBy(sandbox, column, upTo);
      replace(
        head,
        cut,
        load(sandbox, cut).filter((entry) => entry[column] > upTo),
      );
      return runs.totals(sandbox);
    },
    /** Forgets a journal, and answers what it was. */
    forget: (sandbox: string): JournalHead => {
      const head = heads.find(sandbox);
      runs.dropAll(sandbox);
      heads.forget(sandbox);
      return head;
    },
  };
}
