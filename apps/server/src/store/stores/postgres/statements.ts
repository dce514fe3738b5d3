/** The statements of a PostgreSQL store: each is one round trip, and one transaction by itself. */
import { DEFAULT_SANDBOX } from '../../../kit/sandbox-address.js';
import { type Mark, UNFINISHED as unfinished } from '../../model/internal.js';
import { LOCK } from './schema.js';
import { tooLargeToRead } from '../../model/failures.js';
import { fromRow, type RecordRow } from '../rows.js';
import { type Changes, storeUnavailable } from '../store.js';
import type { PostgresPool } from './pool.js';

/**
 * What changed in some sandboxes ($1) since a mark each ($2, $3), in one snapshot: of each question a row without a
 * collection, which has the mark, the configuration and the bytes to be read, and behind these the changed records, in
 * the order of their creation where they have one. The records come of those sandboxes only that have at most $4 bytes
 * each, and together with those asked for before; `is_read` says which. Of a text, summing up its bytes reads the length
 * alone.
 */
const CHANGED = `
with known as (
  select a.position, s.generation, s.revision, s.config,
    case when s.generation = a.generation and s.revision >= a.revision then a.revision else -1 end as since
  from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as a (name, generation, revision, position)
  join understudy_sandboxes s on s.name = a.name
), measured as (
  select *, case when revision = since then 0 else (
    select coalesce(sum(octet_length(value)), 0) from understudy_records r
    where r.generation = known.generation and r.revision > since
  ) end as bytes
  from known
), asked as materialized (
  select *, bytes <= $4::float8
    and sum(bytes) filter (where bytes <= $4::float8) over (order by position) <= $4::float8 as is_read
  from measured
)
select position::integer, generation::float8, revision::float8, config, bytes::float8, is_read,
  null as collection, null as id, null as value, null::integer as place, null::float8 as expires
from asked
union all
select a.position::integer, null, null, null, null, null, r.collection, r.id, r.value, r.place, r.expires::float8
from asked a
join understudy_records r on r.generation = a.generation and r.revision > a.since
where a.is_read and a.revision > a.since
order by place nulls first, collection nulls first, id`;

/** The time of the database, in ms since 1970. */
const NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

/** The mark and configuration of a sandbox ($1), and its records of some collections ($2), in rows as those above. */
export const GLANCE = `
select s.generation::float8, s.revision::float8, s.config, r.collection, r.id, r.value, r.place, r.expires::float8
from understudy_sandboxes s
left join understudy_records r on r.generation = s.generation and r.collection = any ($2::text[])
where s.name = $1
order by place, collection, id`;

/** How many records of a generation ($1) live on after an instant ($2), and their bytes, some collections ($3) left out. */
export const COUNT_RECORDS = `
select count(*)::float8 as changed, coalesce(sum(octet_length(value)), 0)::float8 as bytes
from understudy_records
where generation = $1 and (expires is null or expires > $2::float8) and collection <> all ($3::text[])`;

/** Puts rows into the records of the sandbox that the step before has moved on. */
const PUT = `
incoming as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::float8[])
    as i (collection, id, value, place, expires)
), put as (
  insert into understudy_records as r (generation, collection, id, revision, value, place, expires)
  select m.generation, i.collection, i.id, m.revision, i.value, i.place, i.expires::bigint
  from moved m, incoming i where i.value is not null
  on conflict (generation, collection, id) do update set
    revision = excluded.revision, value = excluded.value, expires = excluded.expires,
    place = coalesce(excluded.place, r.place)
)`;

/** Takes away the incoming rows without a value: planned and run with every write, this costs as much as all else. */
const REMOVE = `
removed as (
  delete from understudy_records r using moved m, incoming i
  where i.value is null and r.generation = m.generation and r.collection = i.collection and r.id = i.id
)`;

/** Two numbers that stand for a sandbox among the locks of the database. */
const lockOf = (name: string): string => `${LOCK}, hashtext(${name})`;

/** Waits while another process writes alone; many may pass at once. */
const PASS = `
turn as materialized (select pg_advisory_xact_lock_shared(${lockOf('$6')}))`;

/** Takes a sandbox for oneself ($1), and gives it back. */
export const TAKE_ALONE = `select pg_advisory_lock(${lockOf('$1')})`;
export const LEAVE_ALONE = `select pg_advisory_unlock(${lockOf('$1')})`;

/** Whether the database is for the seeded data of a number. */
const ours = (dataset: string): string => `(select dataset from understudy_world) = ${dataset}::bigint`;

/** The mark that a write has led to, null on a conflict, and the number of the seeded data. */
const RESULT = `
select m.generation::float8, m.revision::float8, w.dataset::float8
from understudy_world w left join moved m on true`;

/** How a write is made. */
export interface Writing {
  /** Whether nobody else can write to the sandbox at the moment. */
  readonly isAlone: boolean;
  /** Whether it takes records away. */
  readonly removes: boolean;
}

const writing = ({ isAlone, removes }: Writing): string => `
with ${isAlone ? '' : `${PASS}, `}moved as (
  update understudy_sandboxes set revision = revision + $9::bigint, used = ${NOW}
  where name = $6 and generation = $7 and revision = $8 and ${ours('$10')}${isAlone ? '' : ' and (select count(*) from turn) = 1'}
  returning generation, revision
), ${PUT}${removes ? `, ${REMOVE}` : ''}
${RESULT}`;

const WRITES = {
  shared: {
    putting: writing({ isAlone: false, removes: false }),
    removing: writing({ isAlone: false, removes: true }),
  },
  alone: { putting: writing({ isAlone: true, removes: false }), removing: writing({ isAlone: true, removes: true }) },
};

/** Makes $9 writes on top of a mark ($6 name, $7 generation, $8 revision), for the seeded data of number $10. */
export const write = ({ isAlone, removes }: Writing): string =>
  WRITES[isAlone ? 'alone' : 'shared'][removes ? 'removing' : 'putting'];

/** Replaces the state at a mark by another: $9 revision, $10 configuration, $11 number of the seeded data. */
export const REPLACE = `
with ${PASS}, moved as (
  update understudy_sandboxes
  set generation = nextval('understudy_generations'), revision = $9, config = $10, used = ${NOW}
  where name = $6 and generation = $7 and revision = $8 and ${ours('$11')} and (select count(*) from turn) = 1
  returning generation, revision
), ${PUT}, cleared as (
  delete from understudy_records r using moved where r.generation = $7
)
${RESULT}`;

/** Adds a sandbox ($1), where it is not there yet and there are fewer than $2, for the seeded data of number $3. */
export const ADD = `
insert into understudy_sandboxes (name, position, generation, revision, config, created, used)
select $1, coalesce(max(position) + 1, 0), nextval('understudy_generations'), 0, 'null', ${NOW}, ${NOW}
from understudy_sandboxes having count(*) < $2::float8 and ${ours('$3')}
on conflict do nothing
returning generation::float8, revision::float8`;

/** A sandbox ($1), null where it is not there, how many there are, and the number of the seeded data. */
export const COUNT = `
select s.generation::float8, s.revision::float8, s.config, c.count::float8, w.dataset::float8
from understudy_world w, (select count(*) from understudy_sandboxes) c left join understudy_sandboxes s on s.name = $1`;

export const DROP = `
with dropped as (delete from understudy_sandboxes where name = $1 returning generation)
delete from understudy_records r using dropped d where r.generation = d.generation`;

/** Whether writes are taken, and for which seeded data; it looks at the table that every request needs. */
export const CHECK = `
select current_setting('transaction_read_only') as read_only, exists (select from understudy_sandboxes) as used,
  (select dataset::float8 from understudy_world) as dataset`;

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

/** The one row of a question that is no record; it comes before those that are. */
interface HeadRow extends Mark {
  /** Which of the questions it answers, from 1. */
  readonly position: number;
  readonly collection: null;
  readonly config: string;
  /** Bytes of the records that changed. */
  readonly bytes: number;
  /** Whether they were read: not where they, or those asked for before, are too many bytes. */
  readonly is_read: boolean;
}

type ChangedRow = HeadRow | (RecordRow & Pick<HeadRow, 'position'>);

/** What was found of one sandbox. */
interface Found {
  readonly head: HeadRow;
  readonly records: RecordRow[];
}

/** What was found by the position of its question. */
function foundIn(rows: readonly ChangedRow[]): Map<number, Found> {
  const found = new Map<number, Found>();
  for (const row of rows) {
    if (row.collection === null) found.set(row.position, { head: row, records: [] });
    else found.get(row.position)?.records.push(row);
  }
  return found;
}

/** What changed in a sandbox; throws where what is stored of it is damaged. */
function changesOf({ head: { generation, revision, config }, records }: Found): Changes {
  return { mark: { generation, revision }, config: JSON.parse(config), records: records.map(fromRow) };
}

/** Questions under way at once; a slow one, of a reader who knows nothing yet, holds up no more than its own. */
const AT_ONCE = 2;

/** Readers that may wait. */
const MAX_WAITING = 2000;

/** What one or more readers ask of a sandbox. */
class Question {
  readonly sandbox: string;
  readonly mark: Mark;
  /** Bytes that may be read. */
  readonly maxBytes: number;
  readonly answer: Promise<Changes | undefined>;
  // The executor runs at once, so that both are set before they are read.
  resolve: (answer: Changes | undefined) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor(sandbox: string, mark: Mark, maxBytes: number) {
    this.sandbox = sandbox;
    this.mark = mark;
    this.maxBytes = maxBytes;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Answers with what was found, and whether it could; what is damaged of one sandbox is no failure of the others. */
  settle(found: Found | undefined): boolean {
    try {
      if (found === undefined) this.resolve(undefined);
      else if (found.head.bytes > this.maxBytes) throw tooLargeToRead(this.sandbox, found.head.bytes, this.maxBytes);
      else if (!found.head.is_read) return false;
      else this.resolve(changesOf(found));
    } catch (error) {
      this.reject(error);
    }
    return true;
  }
}

/** Reads for all requests of a process. */
export class PostgresReader {
  readonly #pool: Pick<PostgresPool, 'query'>;
  /** Questions that are yet to be sent, by sandbox and mark; who asks the same shares the answer. */
  readonly #next = new Map<string, Question>();
  /** Those that come before them, since they were too many bytes beside others. */
  #again: readonly Question[] = [];
  #waiting = 0;
  #underWay = 0;
  #isPlanned = false;

  constructor(pool: Pick<PostgresPool, 'query'>) {
    this.#pool = pool;
  }

  /** What changed since a mark, as the database has it after this call began. */
  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    if (this.#waiting >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} readers wait for PostgreSQL`));
    const key = `${sandbox} ${mark.generation} ${mark.revision}`;
    const question = this.#next.get(key) ?? new Question(sandbox, mark, maxBytes);
    this.#next.set(key, question);
    this.#waiting += 1;
    this.#plan();
    try {
      return await question.answer;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** What is read from the network in one go is asked in one go. */
  #plan(): void {
    const isNothing = this.#next.size + this.#again.length === 0;
    if (this.#isPlanned || this.#underWay >= AT_ONCE || isNothing) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const asked = [...this.#again, ...this.#next.values()];
    this.#again = [];
    this.#next.clear();
    this.#underWay += 1;
    try {
      const values = [
        asked.map(({ sandbox }) => sandbox),
        asked.map(({ mark }) => mark.generation),
        asked.map(({ mark }) => mark.revision),
        Math.min(...asked.map(({ maxBytes }) => maxBytes)),
      ];
      const rows = await this.#pool.query<ChangedRow>(CHANGED, values);
      const found = foundIn(rows);
      const unread = asked.filter((question, index) => !question.settle(found.get(index + 1)));
      this.#again = [...this.#again, ...unread];
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }
}
