/** The statements of the journals in a database, in the SQL that SQLite and PostgreSQL have in common. */
import type { Row, RowHead } from './rows.js';

/** A statement with the values of its parameters, $1 and on. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Some statements one after the other, each of which may depend on what those before it gave. */
export type Steps<Result> = Generator<Statement, Result, readonly unknown[]>;

/** Where the databases differ. */
export interface Dialect {
  /** The items of a list that is a parameter, as a table of one column. */
  readonly each: (parameter: string) => string;
  /** A list as such a parameter. */
  readonly list: (items: readonly string[]) => unknown;
  /** Holds the rows that a query finds, but for those that others hold. */
  readonly holding: string;
  /** Whether the tables have what they always have. */
  readonly isWhole: string;
}

/** What a database has of a journal beside its rows; times are in ms, by the clock of the database. */
export interface JournalHead {
  readonly sandbox: string;
  /** The highest sequence that was given, and what that was when the journal was last cleared. */
  readonly last: number;
  readonly cleared: number;
  /** Up to which sequence nothing moves any more: somebody may have seen it. */
  readonly settled: number;
  /** When the last answer of all was ready. */
  readonly latest: number;
  /** How many entries there are, and bytes of their rows. */
  readonly entries: number;
  readonly bytes: number;
  /** What was received, and what was answered before is left out. */
  readonly begun_at: number;
  readonly cleared_at: number;
  /** Whether somebody has written to the sandbox: 0 or 1. */
  readonly written: number;
}

/** A journal that nobody has used. */
export const newHead = (sandbox: string): JournalHead => ({
  sandbox,
  last: 0,
  cleared: 0,
  settled: 0,
  latest: 0,
  entries: 0,
  bytes: 0,
  begun_at: 0,
  cleared_at: 0,
  written: 0,
});

/** A journal with some rows more, or less. */
export function withRows(head: JournalHead, rows: readonly RowHead[], by: 1 | -1): JournalHead {
  const sum = (of: 'entries' | 'bytes'): number => rows.reduce((all, row) => all + row[of], 0);
  return { ...head, entries: head.entries + by * sum('entries'), bytes: head.bytes + by * sum('bytes') };
}

/** How many entries there are, and how many bytes. */
export type Totals = Pick<JournalHead, 'entries' | 'bytes'>;

/** The numbers of a journal, and of a row: the columns of the tables have the same names. */
const HEAD_NUMBERS = [
  'last',
  'cleared',
  'settled',
  'latest',
  'entries',
  'bytes',
  'begun_at',
  'cleared_at',
  'written',
] as const;
const ROW_NUMBERS = ['sequence', 'entries', 'received', 'answered', 'until', 'bytes'] as const;

const HEAD = ['sandbox', ...HEAD_NUMBERS].join();
const ROW_HEAD = ROW_NUMBERS.join();

/** How a database makes tables. */
export interface TableForms {
  /** What a statement begins with, before the name of the table. */
  readonly create: string;
  /** Types of names, and of numbers. */
  readonly name: string;
  readonly number: string;
  /** What a statement ends with, of a table whose rows are written anew again and again, and of another. */
  readonly changing: string;
  readonly growing: string;
}

/** Makes the tables of the journals. */
export const tables = ({ create, name, number, changing, growing }: TableForms): readonly string[] => {
  const numbers = (columns: readonly string[]): string =>
    columns.map((column) => `${column} ${number} not null default 0`).join();
  return [
    `${create} understudy_journals (sandbox ${name} primary key, ${numbers([...HEAD_NUMBERS, 'used'])}) ${changing}`,
    `${create} understudy_journal_rows (sandbox ${name} not null, ${numbers(ROW_NUMBERS)}, value text not null,
      primary key (sandbox, sequence)) ${growing}`,
    `${create} understudy_journal_total (${numbers(['bytes', 'base'])}) ${growing}`,
    `${create} understudy_journal_writers (process ${name} primary key, ${numbers(['batch', 'used'])}) ${changing}`,
  ];
};

/** Makes the one total, from which new journals count on. */
export const fillTotal = (from: string): string =>
  `insert into understudy_journal_total (bytes, base) values (0, ${from})`;

/** Runs one statement. */
function* ask<Result>(text: string, values: readonly unknown[]): Steps<readonly Result[]> {
  // Its columns are what the text says.
  return (yield { text, values }) as readonly Result[];
}

/** Runs a statement that gives one row. */
function* askOne<Result>(text: string, values: readonly unknown[]): Steps<Result | undefined> {
  return (yield* ask<Result>(text, values))[0];
}

/** The parameters of so many rows of so many columns. */
function parameters(rows: number, columns: number): string {
  const row = (from: number) => `(${Array.from({ length: columns }, (_, i) => `$${from + i + 1}`).join()})`;
  return Array.from({ length: rows }, (_, i) => row(i * columns)).join();
}

/** So many rows are written by one statement. */
const AT_ONCE = 50;

function* inserting(before: string, after: string, rows: readonly (readonly unknown[])[]): Steps<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    yield* ask(`${before} values ${parameters(some.length, some[0]?.length ?? 0)} ${after}`, some.flat());
  }
}

/** Notes a batch of a process; false where it was noted before, by a try of which nobody knew what became of it. */
export function* begin(process: string, batch: number): Steps<boolean> {
  const rows = yield* ask(
    `insert into understudy_journal_writers (process, batch, used) values ($1, $2, $3)
     on conflict (process) do update set batch = excluded.batch, used = excluded.used
     where understudy_journal_writers.batch < excluded.batch returning batch`,
    [process, batch, Date.now()],
  );
  return rows.length > 0;
}

/** Forgets the processes that have written nothing since a time, in ms since 1970. */
export const forgetWriters = (before: number): Steps<unknown> =>
  ask('delete from understudy_journal_writers where used < $1', [before]);

/** The number that new journals count on from. */
function* base(): Steps<number> {
  return (yield* askOne<{ base: number }>('select base from understudy_journal_total', []))?.base ?? 0;
}

/**
 * Takes the journals of some sandboxes, which are made where there are none; undefined where a table was emptied. Until the
 * transaction ends nobody else writes to them. They are taken in the order of their names, so that nobody waits for
 * somebody who waits for him.
 */
export function* take(
  sandboxes: readonly string[],
  { each, list, isWhole }: Dialect,
): Steps<Map<string, JournalHead> | undefined> {
  const heads = yield* ask<JournalHead>(
    `insert into understudy_journals (sandbox, last, cleared, settled, used)
     select name, base, base, base, $2 from ${each('$1')}, understudy_journal_total where ${isWhole} order by name
     on conflict (sandbox) do update set used = excluded.used returning ${HEAD}`,
    [list(sandboxes.toSorted()), Date.now()],
  );
  if (heads.length < sandboxes.length) return undefined;
  const isNew = ({ latest, cleared_at, begun_at }: JournalHead) => latest + cleared_at + begun_at === 0;
  // One of its name may have given way in the moment that it was taken: no number is given twice.
  const from = heads.some(isNew) ? yield* base() : 0;
  return new Map(
    heads.map((head) => [
      head.sandbox,
      isNew(head) && head.last < from ? { ...head, last: from, cleared: from, settled: from } : head,
    ]),
  );
}

/** Keeps journals that were taken, or found, as they are now. */
export const keep = (heads: readonly JournalHead[]): Steps<void> =>
  inserting(
    `insert into understudy_journals (${HEAD}, used)`,
    `on conflict (sandbox) do update set ${[...HEAD_NUMBERS, 'used'].map((name) => `${name} = excluded.${name}`).join()}`,
    heads.map((head) => [head.sandbox, ...HEAD_NUMBERS.map((name) => head[name]), Date.now()]),
  );

/** Counts so many bytes more, lets new journals count on from a number, and answers how many bytes there are. */
export function* count(more: number, from = 0): Steps<number> {
  const row = yield* askOne<{ bytes: number }>(
    `update understudy_journal_total set bytes = bytes + $1, base = case when base < $2 then $2 else base end returning bytes`,
    [more, from],
  );
  return row?.bytes ?? 0;
}

export const find = (sandbox: string): Steps<JournalHead | undefined> =>
  askOne(`select ${HEAD} from understudy_journals where sandbox = $1`, [sandbox]);

/** The highest sequences given in some sandboxes. */
export const lasts = (
  sandboxes: readonly string[],
  { each, list }: Dialect,
): Steps<readonly Pick<JournalHead, 'sandbox' | 'last'>[]> =>
  ask(`select sandbox, last from understudy_journals where sandbox in (select name from ${each('$1')})`, [
    list(sandboxes),
  ]);

/** The largest journal; one that somebody is at may be passed over. */
export const largest = ({ holding }: Dialect): Steps<JournalHead | undefined> =>
  askOne(`select ${HEAD} from understudy_journals where bytes > 0 order by bytes desc limit 1 ${holding}`, []);

/** How many journals there are. */
export function* journals(): Steps<number> {
  const text = `select cast(count(*) as integer) as journals from understudy_journals where sandbox <> ''`;
  return (yield* askOne<{ journals: number }>(text, []))?.journals ?? 0;
}

/** So many journals that give way to others, those used longest ago first. */
export const minor = (limit: number, { holding }: Dialect): Steps<readonly JournalHead[]> =>
  ask(
    `select ${HEAD} from understudy_journals where (written = 0 or entries = 0) and sandbox <> ''
     order by used limit $1 ${holding}`,
    [limit],
  );

/** Journals that have nothing of between two times. */
export const outdated = (from: number, to: number): Steps<readonly JournalHead[]> =>
  ask(`select ${HEAD} from understudy_journals where (latest <= $1 or latest > $2) and sandbox <> ''`, [from, to]);

/** Forgets a journal with all that it has. */
export function* forget({ sandbox, bytes, last }: JournalHead): Steps<void> {
  yield* ask('delete from understudy_journal_rows where sandbox = $1', [sandbox]);
  yield* ask('delete from understudy_journals where sandbox = $1', [sandbox]);
  yield* count(-bytes, last);
}

export const add = (sandbox: string, rows: readonly Row[]): Steps<void> =>
  inserting(
    `insert into understudy_journal_rows (sandbox, ${ROW_HEAD}, value)`,
    '',
    rows.map((row) => [sandbox, ...ROW_NUMBERS.map((name) => row[name]), row.value]),
  );

/** The rows of a sandbox ($1) with entries after a sequence ($2). */
const HAS_AFTER = `sandbox = $1 and sequence + entries > $2 + 1 and sequence >= coalesce(
  (select max(sequence) from understudy_journal_rows where sandbox = $1 and sequence <= $2 + 1), 0)`;

/** Bytes of rows that are read at once, and those of one row more; and how many rows. */
const PAGE = { bytes: 500_000, rows: 500 };

/** The next rows of a sandbox that have entries after a sequence. */
export const page = (
  sandbox: string,
  sequence: number,
): Steps<readonly Pick<Row, 'sequence' | 'entries' | 'value'>[]> =>
  ask(
    `select sequence, entries, value from understudy_journal_rows where sandbox = $1 and sequence in (
       select sequence from (select sequence, sum(bytes) over (order by sequence) - bytes as before from
         (select sequence, bytes from understudy_journal_rows where ${HAS_AFTER} order by sequence limit ${PAGE.rows}) few
       ) counted where before < ${PAGE.bytes}
     ) order by sequence`,
    [sandbox, sequence],
  );

const headsWhere = (condition: string, values: readonly unknown[]): Steps<readonly RowHead[]> =>
  ask(`select ${ROW_HEAD} from understudy_journal_rows where ${condition}`, values);

/** All rows of a sandbox that have entries after a sequence. */
export const after = (sandbox: string, sequence: number): Steps<readonly RowHead[]> =>
  headsWhere(`${HAS_AFTER} order by sequence`, [sandbox, sequence]);

/** So many of the oldest rows of a sandbox. */
export const oldest = (sandbox: string, limit: number): Steps<readonly RowHead[]> =>
  headsWhere('sandbox = $1 order by sequence limit $2', [sandbox, limit]);

/** The rows of a sandbox with entries that were received, or answered, up to a time. */
export const begunBy = (sandbox: string, column: 'received' | 'answered', upTo: number): Steps<readonly RowHead[]> =>
  headsWhere(`sandbox = $1 and ${column} <= $2 order by sequence`, [sandbox, upTo]);

/** Rows of a sandbox ($1) that follow each other, from one number to another. */
const BETWEEN = 'sandbox = $1 and sequence between $2 and $3';
const span = (rows: readonly RowHead[]): readonly unknown[] => [rows[0]?.sequence, rows.at(-1)?.sequence];

/** Some rows of a sandbox that follow each other, with their entries. */
export const load = (sandbox: string, rows: readonly RowHead[]): Steps<readonly Row[]> =>
  ask(`select ${ROW_HEAD}, value from understudy_journal_rows where ${BETWEEN} order by sequence`, [
    sandbox,
    ...span(rows),
  ]);

/** Drops those rows. */
export const drop = (sandbox: string, rows: readonly RowHead[]): Steps<unknown> =>
  ask(`delete from understudy_journal_rows where ${BETWEEN}`, [sandbox, ...span(rows)]);

/** Drops the rows of a sandbox whose entries were all answered up to a time. */
export const dropEnded = (sandbox: string, upTo: number): Steps<unknown> =>
  ask('delete from understudy_journal_rows where sandbox = $1 and until <= $2', [sandbox, upTo]);

/** What there is of a sandbox. */
export function* totals(sandbox: string): Steps<Totals> {
  const text = `select cast(coalesce(sum(entries), 0) as integer) as entries, coalesce(sum(bytes), 0) as bytes
    from understudy_journal_rows where sandbox = $1`;
  return (yield* askOne<Totals>(text, [sandbox])) ?? { entries: 0, bytes: 0 };
}
