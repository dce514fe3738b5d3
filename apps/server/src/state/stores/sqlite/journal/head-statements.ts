/** The statements of what is counted of journals in a SQLite file, prepared once. */
import type Database from 'libsql';
import { type JournalHead, newHead } from '../../journal-head.js';

type HeadRow = Omit<JournalHead, 'written'> & { readonly written: number };

const toHead = (row: HeadRow): JournalHead => ({ ...row, written: row.written === 1 });

/** Prepares the statements; each gives what its columns say. */
export function headStatements(db: Database.Database) {
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
