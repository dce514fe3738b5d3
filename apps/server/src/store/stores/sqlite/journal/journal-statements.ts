/** What is done with the journals in a SQLite file, within a transaction. */
import type Database from 'libsql';
import type { JournalLimits } from '../../../../journal/journal-store.js';
import type { Excess } from '../../journal-excess.js';
import {
  type clearedUpTo,
  type JournalHead,
  newHead,
  type RunTotals,
  type Settling,
  withRuns,
} from '../../journal-head.js';
import { entriesOf } from '../../../../journal/runs/read-run.js';
import { endOf, rowsOf, type RunEntry, type RunHead } from '../../../../journal/runs/run.js';
import { inOrder, lastAnswered, oldestRuns, runGroups } from '../../../../journal/runs/run-order.js';
import { runsOf } from '../../../../journal/runs/runs-writer.js';
import { runStatements } from './run-statements.js';

type HeadRow = Omit<JournalHead, 'written'> & { readonly written: number };

const toHead = (row: HeadRow): JournalHead => ({ ...row, written: row.written === 1 });

/** Prepares the statements; each gives what its columns say. */
function headStatements(db: Database.Database) {
  const find = db.prepare('select * from journals where sandbox = ?');
  const keep = db.prepare(
    `insert or replace into journals
       (sandbox, last, cleared, settled, latest, entries, facts, headers, bodies, begun_at, cleared_at, written, used)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select uses from totals))`,
  );
  const highest = db.prepare('select highest from totals').raw();
  const raise = db.prepare('update totals set highest = max(highest, ?)');
  const total = db.prepare('update totals set bytes = bytes + ?, uses = uses + 1 returning bytes').raw();
  const lasts = db
    .prepare('select sandbox, last from journals where sandbox in (select value from json_each(?))')
    .raw();
  const forget = db.prepare('delete from journals where sandbox = ?');
  const count = db.prepare('select count(*) from journals').raw();
  const minor = db.prepare('select sandbox from journals where written = 0 or entries = 0 order by used limit ?').raw();
  const outdated = db.prepare('select sandbox from journals where latest <= ? or latest > ?').raw();
  const largest = db.prepare('select * from journals order by facts + headers + bodies desc limit 1');

  const found = (sandbox: string): JournalHead | undefined => {
    const row = find.get(sandbox) as HeadRow | undefined;
    return row && toHead(row);
  };

  return {
    find: (sandbox: string): JournalHead => found(sandbox) ?? newHead(sandbox),
    /** The same for whoever writes to it: one that was forgotten gives no number twice. */
    take: (sandbox: string): JournalHead => found(sandbox) ?? newHead(sandbox, (highest.get() as [number])[0]),
    /** Lets new journals count on from a number. */
    raise: (number: number): void => {
      raise.run(number);
    },
    keep: (head: JournalHead): void => {
      const { sandbox, last, cleared, settled, latest, entries, facts, headers, bodies } = head;
      const { begun_at, cleared_at, written } = head;
      const counted = [last, cleared, settled, latest, entries, facts, headers, bodies];
      keep.run(sandbox, ...counted, begun_at, cleared_at, Number(written));
    },
    /** Counts so many bytes more, and answers how many there are. */
    total: (more: number) => (total.get(more) as [number])[0],
    lasts: (sandboxes: readonly string[]) =>
      new Map(lasts.all(JSON.stringify(sandboxes)) as (readonly [string, number])[]),
    forget: (sandbox: string): void => {
      forget.run(sandbox);
    },
    count: () => (count.get() as [number])[0],
    /** Journals that give way to others, those used longest ago first. */
    minor: (limit: number) => (minor.all(limit) as [string][]).map(([sandbox]) => sandbox),
    /** Journals that have nothing of between two times. */
    outdated: (from: number, to: number) => (outdated.all(from, to) as [string][]).map(([sandbox]) => sandbox),
    largest: (): JournalHead | undefined => {
      const row = largest.get() as HeadRow | undefined;
      return row && toHead(row);
    },
  };
}

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
