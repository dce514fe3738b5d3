/** The statements of what is counted of journals in PostgreSQL; those that write run in a transaction that holds the rows of their journals. */
import { IS_WHOLE } from './journal-schema.js';
import { adding } from './run-statements.js';

const HEAD = `sandbox, last::float8, cleared::float8, settled::float8, latest, entries, facts::float8, headers::float8, bodies::float8,
  begun_at, cleared_at, written`;

/** The time, by which the database had the question. */
const NOW = `extract(epoch from statement_timestamp())::float8 * 1000`;

/**
 * The journals of some sandboxes ($1), the time, by which the database had the question, and the number of the
 * transaction; none where a table was emptied. Their rows are taken in the order of the names, so that nobody waits for
 * somebody who waits for him; and whoever has them numbers entries alone, so that what is numbered lower is seen earlier.
 */
export const TAKE = `
insert into understudy_journals as j (sandbox, last, cleared, settled)
select name, base, base, base from unnest($1::text[]) n (name), understudy_journal_total where ${IS_WHOLE}
order by name collate "C"
on conflict (sandbox) do update set used = nextval('understudy_journal_uses')
returning ${HEAD}, xmax = 0 as begun, ${NOW} as now, txid_current()::text as transaction`;

/** The number that new journals count on from. */
export const BASE = 'select base::float8 from understudy_journal_total';

/** Lets new journals ($1) count on from a number ($2). */
export const RAISE =
  'update understudy_journals set last = $2, cleared = $2, settled = $2 where sandbox = any ($1::text[])';

/** Sets more numbers aside, and answers up to which they are. */
export const SET_ASIDE = `select nextval('understudy_journal_numbers')::float8 as number`;

/** What became of a transaction ($1): null where that was long ago. */
export const STATUS = 'select txid_status($1::bigint) as status';

/**
 * Keeps journals as they are now, with more texts of runs ($15 and on), and counts so many bytes ($13) more; new ones count on
 * from a number ($14). Answers how many bytes there are.
 */
export const KEEP = `
with kept as (
  update understudy_journals j set last = k.last, cleared = k.cleared, settled = k.settled, latest = k.latest,
    entries = k.entries, facts = k.facts, headers = k.headers, bodies = k.bodies, begun_at = k.begun_at, cleared_at = k.cleared_at, written = k.written
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::integer[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::float8[], $11::float8[], $12::boolean[])
    as k (sandbox, last, cleared, settled, latest, entries, facts, headers, bodies, begun_at, cleared_at, written)
  where j.sandbox = k.sandbox
), added as (${adding(15)})
update understudy_journal_total set bytes = bytes + $13::float8::bigint, base = greatest(base, $14::float8::bigint)
returning bytes::float8`;

/** The time, and the journal of a sandbox ($1), whose columns are null where there is none. */
export const FIND = `
select ${NOW} as now, ${HEAD} from (select 1) one left join understudy_journals on sandbox = $1`;

/** The time. */
export const CLOCK = `select ${NOW} as now`;

/** The highest sequences given in some sandboxes ($1). */
export const LASTS = `select sandbox, last::float8 from understudy_journals where sandbox = any ($1::text[])`;

/** The name of the largest journal; one that somebody is at is passed over. */
export const LARGEST = `
select ${HEAD} from understudy_journals where facts + headers + bodies > 0
order by facts + headers + bodies desc limit 1 for update skip locked`;

/** How many journals there are. */
export const COUNT = `select count(*)::integer as count from understudy_journals where sandbox <> ''`;

/** Forgets so many journals ($1) that give way to others, those used longest ago first; answers their names, bytes and last numbers. */
export const FORGET = `
with oldest as (
  select sandbox from understudy_journals
  where (not written or entries = 0) and sandbox <> '' order by used limit $1 for update skip locked
)
delete from understudy_journals j using oldest o where j.sandbox = o.sandbox
returning j.sandbox, (j.facts + j.headers + j.bodies)::float8 as bytes, j.last::float8`;
