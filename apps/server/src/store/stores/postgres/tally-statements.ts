/** The statements that count in PostgreSQL, each in a transaction that holds the lock of its sandbox. */
import { LOCK } from './schema.js';

/** Locks of the counts of a sandbox; those of its records are others. */
export const TALLY_LOCK = LOCK + 1;

/** The counts of a sandbox ($1) under some keys ($2), which nobody forgets before this transaction ends. */
export const HELD = `
select key, value from understudy_tallies where sandbox = $1 and key = any ($2::text[]) for update`;

/** All counts of a sandbox ($1), those used last at the end. */
export const ALL = `select key, value from understudy_tallies where sandbox = $1 order by used`;

/** Puts counts ($2 keys, $3 values) into a sandbox ($1), in the order in which they were used. */
export const PUT = `
insert into understudy_tallies (sandbox, key, used, value)
select $1, key, nextval('understudy_uses'), value
from (select * from unnest($2::text[], $3::text[]) with ordinality as i (key, value, position) order by position) i
on conflict (sandbox, key) do update set used = excluded.used, value = excluded.value`;

/**
 * Counts so many keys ($2) more in the store, and answers how many there are together, and in a sandbox ($1). Until this
 * transaction ends, nobody else adds keys or forgets some.
 */
export const GROWN = `
with grown as (update understudy_tallied set keys = keys + $2::integer returning keys)
select (select keys from grown) as in_store, (select count(*)::integer from understudy_tallies where sandbox = $1) as in_sandbox`;

/** Forgets keys; those that another transaction uses at the moment are not the ones used longest ago. */
const forgetting = (where: string): string => `
with oldest as materialized (
  select sandbox, key from understudy_tallies ${where} order by used limit $1 for update skip locked
), gone as (
  delete from understudy_tallies t using oldest o where t.sandbox = o.sandbox and t.key = o.key returning 1
)
update understudy_tallied set keys = keys - (select count(*) from gone)`;

/** Forgets so many keys ($1), of one sandbox ($2) or of any. */
export const FORGET = forgetting('where sandbox = $2');
export const FORGET_ANY = forgetting('');

/** Keeps others from adding keys or forgetting some until this transaction ends. */
export const SETTLE = `select keys from understudy_tallied for update`;

/** Forgets all counts of a sandbox ($1). */
export const CLEAR = `
with gone as (delete from understudy_tallies where sandbox = $1 returning 1)
update understudy_tallied set keys = keys - (select count(*) from gone)`;
