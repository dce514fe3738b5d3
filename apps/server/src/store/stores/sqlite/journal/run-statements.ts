/** The statements of the runs of journals in a SQLite file, prepared once. */
import type Database from 'libsql';
import type { RunTotals } from '../../journal-head.js';
import { endOf, PARTS, type PartRow, type RunHead, type StoredRun } from '../../../../journal/runs/run.js';

/** Rows that are added at once, those of ten runs, of four and of one: calling SQLite costs more than a row. */
const AT_ONCE = [30, 12, 3, 1] as const;

/** Sizes that are read at once. */
const SIZES = 100;

/** Runs whose heads are read at once: calling SQLite costs more than a few of them. */
const HEADS = 8;

/** Entries that are read at once, and those of one run more. */
const PAGE = 500;

/** A row as the values of its columns. */
const valuesOf = ({ sandbox, part, sequence, entries, received, answered, until, value }: PartRow) =>
  [sandbox, part, sequence, entries, received, answered, until, value] as const;

/** The runs of a sandbox (?1) with entries after a sequence (?2). */
const AFTER = `sandbox = ?1 and part = ${PARTS.facts} and sequence + entries > ?2 + 1 and sequence >= coalesce(
  (select max(sequence) from parts where sandbox = ?1 and part = ${PARTS.facts} and sequence <= ?2 + 1), 0)`;

const HEAD = 'sequence, entries, received, answered, until';

/** What a head is in raw mode. */
type HeadRow = readonly [sequence: number, entries: number, received: number, answered: number, until: number];

const headOf = ([sequence, entries, received, answered, until]: HeadRow): RunHead => ({
  sequence,
  entries,
  received,
  answered,
  until,
});

/** What is listed as f, with its texts. */
const TEXTS = `select f.sequence, f.entries, f.value as facts, h.value as headers, b.value as bodies from listed
  join parts f on f.sandbox = ?1 and f.part = ${PARTS.facts} and f.sequence = listed.sequence
  left join parts h on h.sandbox = ?1 and h.part = ${PARTS.headers} and h.sequence = listed.sequence
  left join parts b on b.sandbox = ?1 and b.part = ${PARTS.bodies} and b.sequence = listed.sequence
  order by f.sequence`;

const bytesOf = (part: keyof typeof PARTS) => `ifnull(sum(iif(part = ${PARTS[part]}, octet_length(value), 0)), 0)`;

const TOTALS = `select ifnull(sum(entries), 0) as entries, ${bytesOf('facts')} as facts, ${bytesOf('headers')} as headers,
  ${bytesOf('bodies')} as bodies from parts where sandbox = ?1`;

/** The rows of listed runs (?2). */
const LISTED = 'part in (0, 1, 2) and sequence in (select value from json_each(?2))';

const sequencesOf = (runs: readonly RunHead[]): string => JSON.stringify(runs.map(({ sequence }) => sequence));

/** Prepares the statements; each gives what its columns say. */
export function runStatements(db: Database.Database) {
  const insert = (rows: number) =>
    db.prepare(`insert into parts values ${Array(rows).fill('(?, ?, ?, ?, ?, ?, ?, ?)').join()}`);
  const inserts = AT_ONCE.map((rows) => ({ rows, statement: insert(rows) }));
  const page = db.prepare(
    `with entered as (select sequence, sum(entries) over (order by sequence) - entries as before from
       (select sequence, entries from parts where ${AFTER} order by sequence limit ${PAGE})),
     listed as (select sequence from entered where before < ${PAGE})
     ${TEXTS}`,
  );
  const load = db.prepare(`with listed as (select value as sequence from json_each(?2)) ${TEXTS}`);
  const next = db
    .prepare(
      `select ${HEAD} from parts
       where sandbox = ? and part = ${PARTS.facts} and sequence > ? order by sequence limit ${HEADS}`,
    )
    .raw();
  const before = db.prepare(
    `select ${HEAD} from parts where sandbox = ? and part = ${PARTS.facts} and sequence <= ? order by sequence desc limit 1`,
  );
  const begun = (column: 'received' | 'answered') =>
    db.prepare(`select ${HEAD} from parts where sandbox = ? and part = ${PARTS.facts} and ${column} <= ?`);
  const begunBy = { received: begun('received'), answered: begun('answered') };
  const dropEnded = db.prepare(
    `delete from parts where sandbox = ?1 and part in (0, 1, 2) and sequence in
       (select sequence from parts where sandbox = ?1 and part = ${PARTS.facts} and until <= ?2)`,
  );
  const totals = db.prepare(TOTALS);
  const totalsOfListed = db.prepare(`${TOTALS} and ${LISTED}`);
  const dropListed = db.prepare(`delete from parts where sandbox = ?1 and ${LISTED}`);
  const sizes = db
    .prepare(
      `select sequence, octet_length(value) from parts
       where sandbox = ? and part = ? and sequence > ? order by sequence limit ${SIZES}`,
    )
    .raw();
  const drop = db.prepare('delete from parts where sandbox = ? and part = ? and sequence <= ?');
  const dropAll = db.prepare('delete from parts where sandbox = ?');

  /** The last row of a part with which so many bytes are reached, and how many they then are. */
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

  /** The runs that begin after a sequence. */
  function* following(sandbox: string, sequence: number): Generator<RunHead> {
    for (let after = sequence; ;) {
      const rows = next.all(sandbox, after) as HeadRow[];
      for (const row of rows) yield headOf(row);
      if (rows.length < HEADS) return;
      after = rows.at(-1)?.[0] ?? after;
    }
  }

  return {
    add: (rows: readonly PartRow[]): void => {
      let at = 0;
      for (const { rows: some, statement } of inserts) {
        for (; at + some <= rows.length; at += some) statement.run(rows.slice(at, at + some).flatMap(valuesOf));
      }
    },
    /** The next runs that have entries after a sequence. */
    page: (sandbox: string, sequence: number) => page.all(sandbox, sequence) as StoredRun[],
    load: (sandbox: string, runs: readonly RunHead[]) => load.all(sandbox, sequencesOf(runs)) as StoredRun[],
    /** All runs that have entries after a sequence. */
    after: function* (sandbox: string, sequence: number): Generator<RunHead> {
      const first = before.get(sandbox, sequence) as RunHead | undefined;
      if (first !== undefined && endOf(first) > sequence) yield first;
      yield* following(sandbox, sequence);
    },
    oldest: (sandbox: string) => following(sandbox, 0),
    /** Those with entries that were received, or answered, up to a time. */
    begunBy: (sandbox: string, column: 'received' | 'answered', upTo: number) =>
      begunBy[column].all(sandbox, upTo) as RunHead[],
    /** Drops those whose entries were all answered up to a time. */
    dropEnded: (sandbox: string, upTo: number): void => {
      dropEnded.run(sandbox, upTo);
    },
    /** What there is. */
    totals: (sandbox: string) => totals.get(sandbox) as RunTotals,
    /** Drops some, and answers what they were. */
    drop: (sandbox: string, runs: readonly RunHead[]): RunTotals => {
      const gone = totalsOfListed.get(sandbox, sequencesOf(runs)) as RunTotals;
      dropListed.run(sandbox, sequencesOf(runs));
      return gone;
    },
    dropAll: (sandbox: string): void => {
      dropAll.run(sandbox);
    },
    /** Drops the oldest of one part until so many bytes are gone, and answers how many are. */
    dropPart: (sandbox: string, part: 'headers' | 'bodies', wanted: number): number => {
      if (wanted <= 0) return 0;
      const { upTo, bytes } = reaching(sandbox, PARTS[part], wanted);
      drop.run(sandbox, PARTS[part], upTo);
      return bytes;
    },
  };
}
