/** The statements about sandboxes as a whole: which there are, how long they have been idle, and which are over. */
import { DEFAULT_SANDBOX } from '../../../kit/sandbox-address.js';
import { UNFINISHED as unfinished } from '../../model/stored-record.js';
import { NOW } from './statements.js';

/** Idle life of a sandbox in seconds, as it says, or as $1 says where nobody has configured it. */
const TTL = `(case when config = 'null' then $1::float8 else (config::json ->> 'ttl_seconds')::float8 end)`;

/** Whether that is over; the sum with a life that never ends is null. */
const IDLE = `name <> '${DEFAULT_SANDBOX}' and used + ${TTL} * 1000 + least(${TTL} * 100, 60000) < ${NOW}`;

/** The names of some of those, $2 at most. */
export const EXPIRED = `select name from understudy_sandboxes where ${IDLE} order by name limit $2`;

/** Forgets one of a name ($2), where its idle life is over still. */
export const EXPIRE = `
with dropped as (
  delete from understudy_sandboxes where name = $2 and ${IDLE}
  returning name, generation
), cleared as (
  delete from understudy_records r using dropped d where r.generation = d.generation
)
select name from dropped`;

/** Learns that some ($1) are used; one that is written to at the moment learns it by that. */
export const USED = `
update understudy_sandboxes s set used = ${NOW}
from (select name from understudy_sandboxes where name = any ($1::text[]) order by name for update skip locked) u
where s.name = u.name`;

export const LIFETIME = `
select created::float8 as "createdAt", used::float8 as "usedAt" from understudy_sandboxes where name = $1`;

export const LIST = `
select name, position, config <> 'null' as "isConfigured", revision = 0 and config = 'null' as "isBlank",
  created::float8, used::float8
from understudy_sandboxes order by position`;

/** Sandboxes after a name ($1), so many ($2), with a record that somebody has yet to finish; an index holds only those. */
export const UNFINISHED = `
select s.name from understudy_sandboxes s
where s.name > $1 and exists (
  select from understudy_records r where r.generation = s.generation and r.expires = ${unfinished}
)
order by s.name limit $2`;
