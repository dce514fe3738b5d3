/** The tables of a SQLite store, from one release to the next. */
import { UNFINISHED } from '../../model/stored-record.js';

/** Each entry leads from one version of the schema to the next. */
export const MIGRATIONS = [
  `create table world (
    data_version integer not null,
    seed text not null,
    sizes text not null,
    generations integer not null
  ) strict;
  create table sandboxes (
    name text primary key,
    position integer not null unique,
    generation integer not null unique,
    revision integer not null,
    config text not null
  ) strict, without rowid;
  create table records (
    generation integer not null,
    collection text not null,
    id text not null,
    revision integer not null,
    value text not null,
    place integer,
    expires integer,
    primary key (generation, collection, id)
  ) strict, without rowid;
  create index records_by_revision on records (generation, revision);
  create index records_unfinished on records (generation) where expires = ${UNFINISHED};`,
  // The body of an event was repeated in each of its deliveries, and those that were over were kept.
  `delete from records where collection = 'webhook_deliveries' and expires <> ${UNFINISHED};
  insert into records (generation, collection, id, revision, value, expires)
    select generation, 'webhook_events', value ->> 'event_id', max(revision),
      json_object('id', value ->> 'event_id', 'body', value ->> 'body',
        'registrations', json_group_array(value ->> 'registration_id')),
      ${UNFINISHED}
    from records where collection = 'webhook_deliveries' group by generation, value ->> 'event_id';
  update records set value = json_set(json_remove(value, '$.body', '$.ended_at'), '$.depth', 1)
    where collection = 'webhook_deliveries';`,
  // Reading used to bring sandboxes into being; those that nobody wrote to counted against the limit.
  `delete from sandboxes where revision = 0 and config = 'null' and name <> 'default';`,
  // Grows whenever a server takes the database over for other seeded data.
  `alter table world add column dataset integer not null default 0;`,
  // The shape of each collection's records, so that those of a changed domain are found.
  `alter table world add column shapes text not null default '{}';`,
  // What is counted beside the revisions, also of sandboxes that nobody has written to; how many keys there are in all
  // would take long to count.
  `create table tallies (
    sandbox text not null,
    key text not null,
    used integer not null,
    value text not null,
    primary key (sandbox, key)
  ) strict, without rowid;
  create unique index tallies_by_use on tallies (used);
  create index tallies_by_use_in_sandbox on tallies (sandbox, used);
  alter table world add column tallies integer not null default 0;`,
  // Tokens of the control API, which are of no sandbox.
  `create table tokens (
    id text primary key,
    hash text not null unique,
    sandboxes text not null,
    created integer not null,
    expires integer not null
  ) strict, without rowid;`,
  // When sandboxes came into being and were used last, in ms. Nobody had asked for them to end: idle lives had no effect.
  `alter table sandboxes add column created integer;
  alter table sandboxes add column used integer not null default 0;
  update sandboxes set used = unixepoch() * 1000,
    config = case when config = 'null' then config else json_set(config, '$.ttl_seconds', null) end;`,
  // The release that changed the tables last, for those that no longer know them to name.
  `alter table world add column release text;`,
];
