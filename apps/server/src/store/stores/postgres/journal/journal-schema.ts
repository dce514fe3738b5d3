/** The tables of the journals in a PostgreSQL database: nothing of them goes through its log, so that a crash empties them. */

/** How far numbers are set aside that no journal has given yet; those of a second are not so many. */
const SET_ASIDE = 10_000;

/**
 * Makes what is not there. A run without a name, and the one total, show that nobody has emptied a table. A sequence
 * outlives a crash: no journal has ever given a higher number than its own.
 */
export const JOURNAL_TABLES: readonly string[] = [
  'create sequence if not exists understudy_journal_uses',
  `create sequence if not exists understudy_journal_numbers start ${SET_ASIDE} increment ${SET_ASIDE}`,
  `create unlogged table if not exists understudy_journals (
    sandbox text collate "C" primary key,
    last bigint not null default 0,
    cleared bigint not null default 0,
    settled bigint not null default 0,
    latest float8 not null default 0,
    entries integer not null default 0,
    facts bigint not null default 0,
    headers bigint not null default 0,
    bodies bigint not null default 0,
    begun_at float8 not null default 0,
    cleared_at float8 not null default 0,
    written boolean not null default false,
    used bigint not null default nextval('understudy_journal_uses')
  ) with (fillfactor = 50)`,
  `create unlogged table if not exists understudy_journal_parts (
    sandbox text collate "C" not null,
    part smallint not null,
    sequence bigint not null,
    entries integer,
    received float8,
    answered float8,
    until float8,
    value text not null,
    primary key (sandbox, part, sequence)
  )`,
  // Compressing a text takes as long as all the rest of keeping it.
  'alter table understudy_journal_parts alter column value set storage external',
  `create unlogged table if not exists understudy_journal_total (
    single boolean primary key default true check (single),
    bytes bigint not null,
    base bigint not null
  ) with (fillfactor = 10)`,
];

/** Whether the tables have what {@link filled} puts there. */
export const IS_WHOLE = `
(exists (select from understudy_journals where sandbox = '')
  and exists (select from understudy_journal_parts where sandbox = '')
  and exists (select from understudy_journal_total))`;

/** Makes tables that are empty ready to hold journals, which count on from a number. */
export const filled = (base: string): readonly string[] => [
  `insert into understudy_journals (sandbox) values ('')`,
  `insert into understudy_journal_parts (sandbox, part, sequence, value) values ('', 0, 0, '')`,
  `insert into understudy_journal_total (bytes, base) values (0, ${base})`,
];
