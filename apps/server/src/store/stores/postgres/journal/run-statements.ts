/** The statements of the runs of journals in PostgreSQL; those that write run in a transaction that holds the rows of their journals. */
import { type PartRow, PARTS } from '../../../../journal/runs/run.js';

/** Entries that are read at once, and those of one run more. */
const PAGE = 500;

/** The runs of a sandbox ($1) with entries after a sequence ($2). */
const HAS_AFTER = `sandbox = $1 and part = ${PARTS.facts} and sequence + entries > $2::float8::bigint + 1 and sequence >= coalesce(
  (select max(sequence) from understudy_journal_parts
   where sandbox = $1 and part = ${PARTS.facts} and sequence <= $2::float8::bigint + 1), 0)`;

const HEAD = 'select sequence::float8, entries, received, answered, until from understudy_journal_parts';

/** The texts of what is listed. */
const TEXTS = `
select f.sequence::float8, f.entries, f.value as facts, h.value as headers, b.value as bodies from listed l
join understudy_journal_parts f on f.sandbox = $1 and f.part = ${PARTS.facts} and f.sequence = l.sequence
left join understudy_journal_parts h on h.sandbox = $1 and h.part = ${PARTS.headers} and h.sequence = l.sequence
left join understudy_journal_parts b on b.sandbox = $1 and b.part = ${PARTS.bodies} and b.sequence = l.sequence
order by f.sequence`;

const bytesOf = (part: keyof typeof PARTS) =>
  `coalesce(sum(octet_length(value)) filter (where part = ${PARTS[part]}), 0)::float8`;

const TOTALS = `select coalesce(sum(entries), 0)::integer as entries, ${bytesOf('facts')} as facts, ${bytesOf('headers')} as headers,
  ${bytesOf('bodies')} as bodies`;

/** Stands between texts of runs (U+001E): they are JSON, base64 and ids of requests, none of which has it. */
const SEPARATOR = '\u001e';

/** Columns of texts of runs, by their types. */
const COLUMNS = ['text', 'smallint', 'bigint', 'integer', 'float8', 'float8', 'float8'] as const;

/** Adds texts of runs, whose columns are the parameters from a number on: {@link addedColumns}. */
export const adding = (first: number): string => `
insert into understudy_journal_parts (sandbox, part, sequence, entries, received, answered, until, value)
select * from unnest(${COLUMNS.map((type, index) => `$${first + index}::${type}[]`).join(', ')},
  string_to_array($${first + COLUMNS.length}, chr(${SEPARATOR.charCodeAt(0)})))`;

/** Texts of runs as columns. The texts are one: an array of texts with quotes takes driver and database four times as long. */
export const addedColumns = (rows: readonly PartRow[]): readonly unknown[] => [
  rows.map(({ sandbox }) => sandbox),
  rows.map(({ part }) => part),
  rows.map(({ sequence }) => sequence),
  rows.map(({ entries }) => entries),
  rows.map(({ received }) => received),
  rows.map(({ answered }) => answered),
  rows.map(({ until }) => until),
  rows.map(({ value }) => value).join(SEPARATOR),
];

/** The next runs of a sandbox ($1) that have entries after a sequence ($2). */
export const PAGE_AFTER = `
with entered as (select sequence, sum(entries) over (order by sequence) - entries as before from
  (select sequence, entries from understudy_journal_parts where ${HAS_AFTER} order by sequence limit ${PAGE}) next),
listed as (select sequence from entered where before < ${PAGE})
${TEXTS}`;

/** Some runs ($2) of a sandbox ($1). */
export const LOAD = `with listed as (select unnest($2::bigint[]) as sequence) ${TEXTS}`;

/** All runs of a sandbox ($1) that have entries after a sequence ($2). */
export const AFTER = `${HEAD} where ${HAS_AFTER} order by sequence`;

/** So many ($2) of the oldest runs of a sandbox ($1). */
export const OLDEST = `${HEAD} where sandbox = $1 and part = ${PARTS.facts} order by sequence limit $2`;

/** The runs of a sandbox ($1) with entries that were received, or answered, up to a time ($2). */
export const BEGUN_BY = (column: 'received' | 'answered'): string =>
  `${HEAD} where sandbox = $1 and part = ${PARTS.facts} and ${column} <= $2`;

/** Drops the runs of a sandbox ($1) whose entries were all answered up to a time ($2). */
export const DROP_ENDED = `
delete from understudy_journal_parts where sandbox = $1 and part in (0, 1, 2) and sequence in (
  select sequence from understudy_journal_parts where sandbox = $1 and part = ${PARTS.facts} and until <= $2)`;

/** Drops some runs ($2) of a sandbox ($1), and answers what they were. */
export const DROP = `
with gone as (
  delete from understudy_journal_parts where sandbox = $1 and part in (0, 1, 2) and sequence = any ($2::bigint[])
  returning part, entries, value
)
${TOTALS} from gone`;

/** What there is of a sandbox ($1). */
export const TOTAL_PARTS = `${TOTALS} from understudy_journal_parts where sandbox = $1`;

/** Drops the oldest of a part ($2) in a sandbox ($1), until so many bytes ($3) are gone, and answers how many are. */
export const DROP_PART = `
with sized as (
  select sequence, sum(octet_length(value)) over (order by sequence) as upto
  from understudy_journal_parts where sandbox = $1 and part = $2
), gone as (
  delete from understudy_journal_parts where sandbox = $1 and part = $2 and sequence <= coalesce(
    (select min(sequence) from sized where upto >= $3::float8), (select max(sequence) from sized))
  returning value
)
select coalesce(sum(octet_length(value)), 0)::float8 as bytes from gone`;

/** Drops all of some sandboxes ($1). */
export const REMOVE = 'delete from understudy_journal_parts where sandbox = any ($1::text[])';
