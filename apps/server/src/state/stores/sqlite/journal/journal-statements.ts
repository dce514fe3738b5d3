/** The statements of journals in a SQLite file, prepared once. */
import type Database from 'libsql';
import type { Move, UnsettledEntry } from '../../journal-order.js';
import {
  type clearedUpTo,
  type EntryRow,
  type Excess,
  type JournalHead,
  type Left,
  newHead,
  PARTS,
  type PartRow,
} from '../../journal-head.js';

/** Rows that are added at once: calling SQLite costs more than a row. */
const AT_ONCE = 30;

/** Sizes that are read at once. */
const SIZES = 100;

/** Entries that are read at once. */
export const PAGE = 500;

/** A row as the values of its columns. */
const valuesOf = ({ sandbox, part, sequence, value, received, answered }: PartRow) =>
  [sandbox, part, sequence, value, received, answered] as const;

type HeadRow = Omit<JournalHead, 'written'> & { readonly written: number };

/** Prepares the statements; each gives what its columns say. */
export function journalStatements(db: Database.Database) {
  const insert = (rows: number) =>
    db.prepare(`insert into parts values ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join()}`);
  const [one, many] = [insert(1), insert(AT_ONCE)];
  const find = db.prepare('select * from journals where sandbox = ?');
  const keep = db.prepare(
    `insert or replace into journals
       (sandbox, last, cleared, settled, latest, entries, facts, headers, bodies, begun_at, cleared_at, written, used)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select uses from totals))`,
  );
  const highest = db.prepare('select highest from totals').raw();
  const raise = db.prepare('update totals set highest = max(highest, ?)');
  const total = db.prepare('update totals set bytes = bytes + ?, uses = uses + 1 returning bytes').raw();
  const read = db.prepare(
    `select f.sequence, f.value as facts, h.value as headers, b.value as bodies
     from parts f
     left join parts h on h.sandbox = f.sandbox and h.part = ${PARTS.headers} and h.sequence = f.sequence
     left join parts b on b.sandbox = f.sandbox and b.part = ${PARTS.bodies} and b.sequence = f.sequence
     where f.sandbox = ? and f.part = ${PARTS.facts} and f.sequence > ? order by f.sequence limit ?`,
  );
  const lasts = db
    .prepare('select sandbox, last from journals where sandbox in (select value from json_each(?))')
    .raw();
  const sizes = db
    .prepare(
      `select sequence, octet_length(value) from parts
       where sandbox = ? and part = ? and sequence > ? order by sequence limit ${SIZES}`,
    )
    .raw();
  const nth = db
    .prepare(
      `select sequence from parts where sandbox = ? and part = ${PARTS.facts} order by sequence limit 1 offset ?`,
    )
    .raw();
  const measure = db
    .prepare('select coalesce(sum(octet_length(value)), 0) from parts where sandbox = ? and part = ? and sequence <= ?')
    .raw();
  const drop = db.prepare('delete from parts where sandbox = ? and part = ? and sequence <= ?');
  const unsettled = db.prepare(
    `select sequence, answered from parts where sandbox = ? and part = ${PARTS.facts} and sequence > ? order by sequence`,
  );
  // In two steps, since a number that is about to become free is still taken.
  const moveAway = db.prepare(
    `update parts set sequence = -m.next from (select value ->> 0 as old, value ->> 1 as next from json_each(?)) m
     where sandbox = ? and part in (0, 1, 2) and sequence = m.old`,
  );
  const moveBack = db.prepare(
    'update parts set sequence = -sequence where sandbox = ? and part in (0, 1, 2) and sequence < 0',
  );
  const clearUpTo = (column: 'received' | 'answered') =>
    db.prepare(
      `delete from parts where sandbox = ?1 and part in (0, 1, 2) and sequence in
         (select sequence from parts where sandbox = ?1 and part = ${PARTS.facts} and ${column} <= ?2)`,
    );
  const clearing = { received: clearUpTo('received'), answered: clearUpTo('answered') };
  const leftParts = db
    .prepare('select part, count(*), sum(octet_length(value)) from parts where sandbox = ? group by part')
    .raw();
  const clear = db.prepare('delete from parts where sandbox = ?');
  const forget = db.prepare('delete from journals where sandbox = ?');
  const count = db.prepare('select count(*) from journals').raw();
  const minor = db.prepare('select sandbox from journals where written = 0 or entries = 0 order by used limit ?').raw();
  const outdated = db.prepare('select sandbox from journals where latest <= ? or latest > ?').raw();
  const largest = db.prepare('select * from journals order by facts + headers + bodies desc limit 1');

  const toHead = (row: HeadRow): JournalHead => ({ ...row, written: row.written === 1 });

  /** The last sequence of a part with which so many bytes are reached, and how many they then are. */
  function reaching(sandbox: string, part: number, wanted: number): { upTo: number; bytes: number } {
    let [upTo, bytes] = [0, 0];
    for (;;) {
      // Not by an iterator: one that is left early goes on reading, and what it reads soon is too old to write on.
      const some = sizes.all(sandbox, part, upTo) as [sequence: number, size: number][];
      for (const [sequence, size] of some) {
        if (bytes >= wanted) return { upTo, bytes };
        upTo = sequence;
        bytes += size;
      }
      if (some.length < SIZES) return { upTo, bytes };
    }
  }

  /** Drops the oldest of one part, and answers its bytes. */
  function dropPart(sandbox: string, part: 'headers' | 'bodies', wanted: number): number {
    if (wanted <= 0) return 0;
    const { upTo, bytes } = reaching(sandbox, PARTS[part], wanted);
    drop.run(sandbox, PARTS[part], upTo);
    return bytes;
  }

  /** Drops the oldest entries as a whole. */
  function dropEntries(head: JournalHead, entries: number): JournalHead {
    if (entries <= 0) return head;
    const { sandbox } = head;
    const [upTo] = nth.get(sandbox, entries - 1) as [number];
    const gone = (part: number): number => {
      const [bytes] = measure.get(sandbox, part, upTo) as [number];
      drop.run(sandbox, part, upTo);
      return bytes;
    };
    return {
      ...head,
      entries: head.entries - entries,
      facts: head.facts - gone(PARTS.facts),
      headers: head.headers - gone(PARTS.headers),
      bodies: head.bodies - gone(PARTS.bodies),
    };
  }

  return {
    find: (sandbox: string): JournalHead => {
      const row = find.get(sandbox) as HeadRow | undefined;
      return row === undefined ? newHead(sandbox) : toHead(row);
    },
    /** The same for whoever writes to it: one that was forgotten gives no number twice. */
    take: (sandbox: string): JournalHead => {
      const row = find.get(sandbox) as HeadRow | undefined;
      return row === undefined ? newHead(sandbox, (highest.get() as [number])[0]) : toHead(row);
    },
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
    add: (rows: readonly PartRow[]): void => {
      let at = 0;
      for (; at + AT_ONCE <= rows.length; at += AT_ONCE) {
        many.run(...rows.slice(at, at + AT_ONCE).flatMap(valuesOf));
      }
      for (const row of rows.slice(at)) one.run(...valuesOf(row));
    },
    read: (sandbox: string, after: number, limit: number) => read.all(sandbox, after, limit) as EntryRow[],
    lasts: (sandboxes: readonly string[]) =>
      new Map(lasts.all(JSON.stringify(sandboxes)) as (readonly [string, number])[]),
    /** Takes from a journal what is to give way, and answers what is left of it. */
    shed: (head: JournalHead, { entries, headers, bodies }: Excess): JournalHead => {
      const left = dropEntries(head, entries);
      const { sandbox } = head;
      return {
        ...left,
        headers: left.headers - dropPart(sandbox, 'headers', headers - (head.headers - left.headers)),
        bodies: left.bodies - dropPart(sandbox, 'bodies', bodies - (head.bodies - left.bodies)),
      };
    },
    /** The entries after a sequence, and when they were answered. */
    unsettled: (sandbox: string, after: number) => unsettled.all(sandbox, after) as UnsettledEntry[],
    /** Gives entries other numbers. */
    move: (sandbox: string, moves: readonly Move[]): void => {
      if (moves.length === 0) return;
      moveAway.run(JSON.stringify(moves.map(({ sequence, next }) => [sequence, next])), sandbox);
      moveBack.run(sandbox);
    },
    /** Drops what came up to a time, and answers what is left. */
    clear: (sandbox: string, { column, upTo }: ReturnType<typeof clearedUpTo>): Left => {
      clearing[column].run(sandbox, upTo);
      const rows = leftParts.all(sandbox) as (readonly [part: number, count: number, bytes: number])[];
      const leftOf = (part: number) => rows.find(([own]) => own === part) ?? [part, 0, 0];
      const [facts, headers, bodies] = [leftOf(PARTS.facts), leftOf(PARTS.headers), leftOf(PARTS.bodies)];
      return { entries: facts[1], facts: facts[2], headers: headers[2], bodies: bodies[2] };
    },
    /** Forgets a journal, and answers what it was. */
    forget: (sandbox: string): JournalHead => {
      const row = find.get(sandbox) as HeadRow | undefined;
      clear.run(sandbox);
      forget.run(sandbox);
      return row === undefined ? newHead(sandbox) : toHead(row);
    },
    count: () => (count.get() as [number])[0],
    /** Journals that give way to others, those used longest ago first. */
    minor: (limit: number) => (minor.all(limit) as [string][]).map(([sandbox]) => sandbox),
    /** Journals that have nothing of between two times. */
    outdated: (from: number, to: number) => (outdated.all(from, to) as [string][]).map(([sandbox]) => sandbox),
    largest: (): JournalHead | undefined => {
      const row = largest.get() as HeadRow | undefined;
      return row === undefined ? undefined : toHead(row);
    },
  };
}
