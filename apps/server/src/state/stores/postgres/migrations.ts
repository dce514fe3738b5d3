/** The tables of a PostgreSQL store, from one release to the next. */
import { UNFINISHED } from '../../model/stored-record.js';
import { filled, JOURNAL_TABLES } from './journal/journal-schema.js';

/** Makes the tables of journals anew: they are empty, and go on from where the numbers are that were given, if any were. */
const JOURNALS_ANEW = [
  'drop table understudy_journals, understudy_journal_parts, understudy_journal_total',
  ...JOURNAL_TABLES,
  ...filled(`(select case when is_called then nextval('understudy_journal_numbers') else 0 end
    from understudy_journal_numbers)`),
].join(';\n');

/** Each entry leads from one version of the schema to the next. */
export const MIGRATIONS = [
  `create table understudy_world (
    schema_version integer not null,
    data_version integer not null,
    seed text not null,
    sizes text not null
  );
  create sequence understudy_generations;
  create table understudy_sandboxes (
    name text collate "C" primary key,
    position integer not null unique,
    generation bigint not null,
    revision bigint not null,
    config text not null
  ) with (fillfactor = 50);
  create table understudy_records (
    generation bigint not null,
    collection text collate "C" not null,
    id text collate "C" not null,
    revision bigint not null,
    value text not null,
    place integer,
    expires bigint,
    primary key (generation, collection, id)
  );
  create index understudy_records_by_revision on understudy_records (generation, revision);
  create index understudy_records_unfinished on understudy_records (generation) where expires = ${UNFINISHED};`,
  // The body of an event was repeated in each of its deliveries, and those that were over were kept.
  `delete from understudy_records where collection = 'webhook_deliveries' and expires <> ${UNFINISHED};
  insert into understudy_records (generation, collection, id, revision, value, expires)
    select generation, 'webhook_events', value::json ->> 'event_id', max(revision),
      json_build_object('id', value::json ->> 'event_id', 'body', min(value::json ->> 'body'),
        'registrations', json_agg(value::json ->> 'registration_id'))::text,
      ${UNFINISHED}
    from understudy_records where collection = 'webhook_deliveries' group by generation, value::json ->> 'event_id';
  update understudy_records
    set value = ((value::jsonb - 'body' - 'ended_at') || '{"depth": 1}'::jsonb)::text
    where collection = 'webhook_deliveries';`,
  // Reading used to bring sandboxes into being; those that nobody wrote to counted against the limit.
  `delete from understudy_sandboxes where revision = 0 and config = 'null' and name <> 'default';`,
  // Grows whenever a server takes the database over for other seeded data.
  `alter table understudy_world add column dataset integer not null default 0;`,
  // The shape of each collection's records, so that those of a changed domain are found.
  `alter table understudy_world add column shapes text not null default '{}';`,
  // What is counted beside the revisions, also of sandboxes that nobody has written to; how many keys there are in all
  // would take long to count.
  `create sequence understudy_uses;
  create table understudy_tallies (
    sandbox text collate "C" not null,
    key text collate "C" not null,
    used bigint not null,
    value text not null,
    primary key (sandbox, key)
  ) with (fillfactor = 70);
  create index understudy_tallies_by_use on understudy_tallies (used);
  create index understudy_tallies_by_use_in_sandbox on understudy_tallies (sandbox, used);
  create table understudy_tallied (keys integer not null) with (fillfactor = 10);
  insert into understudy_tallied values (0);`,
  // The journals of requests need not outlive the database.
  [...JOURNAL_TABLES, ...filled('0')].join(';\n'),
  // Each entry had rows of its own.
  JOURNALS_ANEW,
  // Tokens of the control API, which are of no sandbox.
  `create table understudy_tokens (
    id text collate "C" primary key,
    hash text collate "C" not null unique,
    sandboxes text not null,
    created bigint not null,
    expires bigint not null
  );`,
  // When sandboxes came into being and were used last, in ms. Nobody had asked for them to end: idle lives had no effect.
  `alter table understudy_sandboxes add column created bigint;
  alter table understudy_sandboxes add column used bigint not null default 0;
  update understudy_sandboxes set used = (extract(epoch from clock_timestamp()) * 1000)::bigint,
    config = case when config = 'null' then config else (config::jsonb || '{"ttl_seconds": null}')::text end;`,
  // The release that changed the tables last, for those that no longer know them to name.
  `alter table understudy_world add column release text;`,
  // The numbers of a run had eight bytes each.
  JOURNALS_ANEW,
];
