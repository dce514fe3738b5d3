/** The statements of a SQLite store, prepared once. */
import type Database from 'libsql';
import { type Counts, type Mark, UNFINISHED } from '../../model/stored-record.js';
import { DEFAULT_SANDBOX } from '../../../kit/sandbox-address.js';
import type { Counting, Lifetime, ListedSandbox } from '../store.js';
import type { RecordRow, SandboxRow } from '../rows.js';

/** A sandbox in the list of all. */
interface ListRow {
  readonly name: string;
  readonly position: number;
  readonly configured: number;
  readonly blank: number;
  readonly created: number;
  readonly used: number;
}

/** Prepares the statements; each gives what its columns say. */
export function sqliteStatements(db: Database.Database) {
  const version = db.prepare('pragma data_version').raw();
  const dataset = db.prepare('select dataset from world').raw();
  const find = db.prepare('select generation, revision, config from sandboxes where name = ?');
  const changed = db.prepare(
    `select collection, id, value, place, expires from records where generation = ? and revision > ?
     order by place, collection, id`,
  );
  // Of a text, this reads the length alone.
  const bytes = db
    .prepare('select coalesce(sum(octet_length(value)), 0) from records where generation = ? and revision > ?')
    .raw();
  const some = db.prepare(
    `select collection, id, value, place, expires from records
     where generation = ? and collection in (select value from json_each(?)) order by place, collection, id`,
  );
  const alive = db
    .prepare(
      `select count(*), coalesce(sum(octet_length(value)), 0) from records
       where generation = ? and (expires is null or expires > ?) and collection not in (select value from json_each(?))`,
    )
    .raw();
  const list = db.prepare(
    `select name, position, config <> 'null' as configured, revision = 0 and config = 'null' as blank, created, used
     from sandboxes order by position`,
  );
  const unfinished = db.prepare(
    `select name from sandboxes s where name > ? and exists (
       select 1 from records r where r.generation = s.generation and r.expires = ${UNFINISHED}
     ) order by name limit ?`,
  );
  const count = db.prepare('select count(*) from sandboxes').raw();
  const add = db.prepare(
    `insert into sandboxes (name, position, generation, revision, config, created, used)
     select ?1, coalesce(max(position) + 1, 0), ?2, 0, 'null', ?3, ?3 from sandboxes`,
  );
  const remove = db.prepare('delete from sandboxes where name = ?');
  const move = db.prepare(
    'update sandboxes set generation = ?, revision = ?, config = coalesce(?, config), used = ? where name = ?',
  );
  const advance = db.prepare(
    'update sandboxes set revision = ?, used = ? where name = ? and generation = ? and revision = ?',
  );
  const used = db.prepare('update sandboxes set used = ? where name in (select value from json_each(?))');
  const idle = db
    .prepare(
      `select name from (
         select name, used, case when config = 'null' then ?1 else config ->> '$.ttl_seconds' end * 1000 as life
         from sandboxes where name <> '${DEFAULT_SANDBOX}'
       ) where used + life + min(life / 10, 60000) < ?2 limit ?3`,
    )
    .raw();
  const lifetime = db.prepare('select created, used from sandboxes where name = ?').raw();
  const nextGeneration = db.prepare('update world set generations = generations + 1 returning generations').raw();
  const clear = db.prepare('delete from records where generation = ?');
  const put = db.prepare(
    `insert into records (generation, collection, id, revision, value, place, expires) values (?, ?, ?, ?, ?, ?, ?)
     on conflict do update set
       revision = excluded.revision, value = excluded.value, expires = excluded.expires,
       place = coalesce(excluded.place, place)`,
  );
  const take = db.prepare('delete from records where generation = ? and collection = ? and id = ?');

  return {
    /** Another number once another connection has written. */
    version: () => (version.get() as [number])[0],
    /** The number of the seeded data that the file is for. */
    dataset: () => (dataset.get() as [number])[0],
    find: (name: string) => find.get(name) as SandboxRow | undefined,
    changed: (generation: number, since: number) => changed.all(generation, since) as RecordRow[],
    /** Bytes of the records that changed since a revision. */
    bytes: (generation: number, since: number) => (bytes.get(generation, since) as [number])[0],
    /** The records of some collections. */
    some: (generation: number, collections: readonly string[]) =>
      some.all(generation, JSON.stringify(collections)) as RecordRow[],
    alive: ({ generation, now, without }: Counting): Counts => {
      const [records, total] = alive.get(generation, now, JSON.stringify(without)) as [number, number];
      return { changed: records, bytes: total };
    },
    list: (): ListedSandbox[] =>
      (list.all() as ListRow[]).map(({ name, position, configured, blank, created, used: usedAt }) => ({
        name,
        position,
        isConfigured: configured === 1,
        isBlank: blank === 1,
        lifetime: { createdAt: created, usedAt },
      })),
    unfinished: (after: string, limit: number) =>
      (unfinished.all(after, limit) as { readonly name: string }[]).map(({ name }) => name),
    count: () => (count.get() as [number])[0],
    add: (name: string, generation: number) => add.run(name, generation, Date.now()),
    remove: (name: string) => remove.run(name),
    move: (name: string, { generation, revision }: Mark, config: string | null = null) =>
      move.run(generation, revision, config, Date.now(), name),
    /** Moves a sandbox on from a mark to a later revision; false where it is not there. */
    advance: (name: string, { generation, revision }: Mark, later: number) =>
      advance.run(later, Date.now(), name, generation, revision).changes === 1,
    used: (names: readonly string[]) => used.run(Date.now(), JSON.stringify(names)),
    /** Sandboxes whose idle life is over, so many at most. */
    idle: (ttlSeconds: number | null, limit: number) =>
      (idle.all(ttlSeconds, Date.now(), limit) as [string][]).map(([name]) => name),
    lifetime: (name: string): Lifetime | undefined => {
      const found = lifetime.get(name) as [createdAt: number, usedAt: number] | undefined;
      return found && { createdAt: found[0], usedAt: found[1] };
    },
    nextGeneration: () => (nextGeneration.get() as [number])[0],
    clear: (generation: number) => clear.run(generation),
    put: (generation: number, revision: number, { collection, id, value, place, expires }: RecordRow) =>
      value === null
        ? take.run(generation, collection, id)
        : put.run(generation, collection, id, revision, value, place, expires),
  };
}
