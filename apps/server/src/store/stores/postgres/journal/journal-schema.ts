/** The tables of the journals in a PostgreSQL database: nothing of them goes through its log, so that a crash empties them. */

/** How far numbers are set aside that no journal has given yet; those of a second are not so many. */
const SET_ASIDE = 10_000;

/**
 * Makes what is not there. A row without a name, and the one total, show that nobody has emptied a table. A sequence
 * outlives a crash: no journal has ever given a higher number than its own. Numbers are what JavaScript has.
 */
export const JOURNAL_TABLES: readonly string[] = [
  `create sequence if not exists understudy_journal_numbers start ${SET_ASIDE} increment ${SET_ASIDE}`,
  `create unlogged table if not exists understudy_journals (
    sandbox text collate "C" primary key,
    last float8 not null default 0,
    cleared float8 not null default 0,
    settled float8 not null default 0,
    latest float8 not null default 0,
    entries integer not null default 0,
    bytes float8 not null default 0,
    begun_at float8 not null default 0,
    cleared_at float8 not null default 0,
    written integer not null default 0,
    used float8 not null default 0
  ) with (fillfactor = 50)`,
  `create unlogged table if not exists understudy_journal_rows (
    sandbox text collate "C" not null,
    sequence float8 not null,
    entries integer not null,
    received float8 not null,
    answered float8 not null,
    until float8 not null,
    bytes float8 not null,
    value text not null,
    primary key (sandbox, sequence)
  )`,
  // Compressing a text takes as long as all the rest of keeping it.
  'alter table understudy_journal_rows alter column value set storage external',
  `create unlogged table if not exists understudy_journal_total (
    single boolean primary key default true check (single),
    bytes float8 not null,
    base float8 not null
  ) with (fillfactor = 10)`,
  `create unlogged table if not exists understudy_journal_writers (
    process text primary key,
    batch float8 not null,
    used float8 not null
  ) with (fillfactor = 50)`,
];

/** Whether the tables have what {@link filled} puts there. */
export const IS_WHOLE = `
(exists (select from understudy_journals where sandbox = '')
  and exists (select from understudy_journal_rows where sandbox = '')
  and exists (select from understudy_journal_total))`;

/** Empties the tables, but for what shows that they are whole. */
export const EMPTYING = 'truncate understudy_journals, understudy_journal_rows, understudy_journal_total';

/** Makes tables that are empty ready to hold journals, which count on from a number. */
export const filled = (base: string): readonly string[] => [
  `insert into understudy_journals (sandbox) values ('')`,
  `insert into understudy_journal_rows (sandbox, sequence, entries, received, answered, until, bytes, value)
   values ('', 0, 0, 0, 0, 0, 0, '')`,
  `insert into understudy_journal_total (bytes, base) values (0, ${base})`,
];
