/** The ledger domain: titles that CSV and UTF-8 make hard. */
import { z } from 'zod';
import {
  defineDomain,
  equal,
  get,
  instant,
  linesInput,
  linesOf,
  listInput,
  listOf,
  post,
  recordId,
  remove,
  rowsOf,
  writtenOf,
  collection,
  implement,
  instantText,
  listing,
  readRows,
} from '../../src/domain.js';
import { described } from '../described.js';

const title = described(z.string().min(1).max(200), 'What it is.', 'Chalk, white');
const tags = z.array(z.string().min(1)).meta({ description: 'Tags.', examples: [['school']] });
const props = described(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  'What else is known of it.',
  { size: 3 },
);
const note = described(z.string().nullable(), 'A note.', null);
const kind = z.enum(['in', 'out']).meta({ description: 'Which way.', examples: ['in'] });

const entry = z
  .object({
    id: recordId('Id of the entry.', 'ent_0001'),
    title,
    kind,
    worth: z.number().meta({ description: 'Worth.', examples: [1.5] }),
    note,
    tags,
    props,
    created_at: instant('When it was made.', '2025-01-01T00:00:00.000Z'),
  })
  .meta({ id: 'LedgerEntry', description: 'An entry.' });

/** A row of an import. */
const entryRow = z
  .object({
    title,
    kind,
    worth: described(z.number().min(0), 'Worth.', 1.5),
    note: note.default(null),
    tags: tags.default([]),
    props: props.default({}),
  })
  .meta({ id: 'LedgerRow', description: 'A row.' });

const outcome = z
  .object({
    id: z.string().meta({ description: 'Id.', examples: ['imp'] }),
    mode: z.string().meta({ description: 'Mode.', examples: ['skip'] }),
    created: z.int().meta({ description: 'Rows that were good.', examples: [1] }),
    faults: described(
      z.array(z.object({ row: z.int(), pointer: z.string(), code: z.string() })),
      'What was wrong.',
      [],
    ),
  })
  .meta({ id: 'LedgerImport', description: 'What came of it.' });

/** The ledger domain. */
const ledgerContract = defineDomain({
  name: 'ledger',
  description: 'A ledger.',
  operations: {
    listEntries: get('/api/ledger', {
      summary: 'List entries',
      description: 'All entries.',
      searches: ['title'],
      filters: { kind: equal(kind) },
      sorts: ['worth', 'title'],
      input: listInput({}),
      output: listOf(entry),
    }),
    exportEntries: get('/api/ledger/export', {
      summary: 'Export entries',
      description: 'All entries, line by line.',
      searches: ['title'],
      filters: { kind: equal(kind) },
      sorts: ['worth', 'title'],
      input: linesInput({}),
      output: linesOf(entry, { name: 'entries' }),
    }),
    exportTitles: get('/api/ledger/titles', {
      summary: 'Export titles',
      description: 'All titles, of some rows more than there are records.',
      input: z.object({}),
      output: linesOf(entry.pick({ title: true, worth: true }).meta({ id: 'LedgerTitle', description: 'A title.' }), {
        name: 'Titel – kurz',
        columns: ['worth', 'title'],
      }),
    }),
    importEntries: post('/api/ledger/import', {
      summary: 'Import entries',
      description: 'Adds the rows that are good.',
      bodies: ['json', 'csv', 'ndjson'],
      input: z.object({
        rows: rowsOf(entryRow, { most: 20 }),
        mode: described(z.enum(['skip', 'abort']).default('skip'), 'What to do.', 'skip'),
      }),
      output: writtenOf(outcome),
    }),
    dropEntry: remove('/api/ledger/{entry_id}', {
      summary: 'Drop an entry',
      description: 'Drops an entry.',
      input: z.object({ entry_id: recordId('Id of the entry.', 'ent_0001') }),
      output: writtenOf(entry),
    }),
  },
});

/** Titles that are hard to write as lines. */
export const HARD = [
  'a,b',
  'say "hi"',
  'two\nlines',
  'cr\r\nlf',
  '=1+1',
  'zażółć',
  '日本語',
  '😀 face',
  ' spaced ',
  "it's; ok",
];

const entries = collection({
  name: 'entries',
  prefix: 'ent',
  noun: 'entry',
  size: 30,
  schema: entry,
  seed: ({ index, int, pick, instant: at }) => ({
    title: HARD[index % HARD.length] ?? '',
    kind: pick(['in', 'out']),
    worth: int(1, 5) / 2,
    note: index % 3 === 0 ? null : 'noted',
    tags: index % 2 === 0 ? [] : ['one', 'two words'],
    props: index % 4 === 0 ? {} : { size: index, text: 'x,"y"', yes: true },
    created_at: at('2025'),
  }),
});

/** The ledger domain, implemented. */
export const ledgerDomain = implement(ledgerContract, {
  collections: [entries],
  handlers: {
    listEntries: () => listing(entries),
    exportEntries: () => listing(entries),
    exportTitles: ({ records }) => {
      const length = records.size(entries);
      const at = (index: number) => {
        const found = index < length ? records.at(entries, index) : undefined;
        return { position: index, item: { title: found?.title ?? 'none', worth: found?.worth ?? 0 } };
      };
      return { entries: { length: length + 1, at } };
    },
    importEntries: ({ input, records, newId, now }) => {
      const rows = readRows(entryRow, input.rows);
      const faults = rows.flatMap((one) =>
        'faults' in one ? one.faults.map(({ pointer, code }) => ({ row: one.row, pointer, code })) : [],
      );
      const good = rows.flatMap((one) => ('value' in one ? [one.value] : []));
      for (const row of good) {
        records.put(entries, { ...row, id: newId(entries, [row.title]), created_at: instantText(now) });
      }
      return { value: [{ id: 'imp', mode: input.mode, created: good.length, faults }] };
    },
    dropEntry: ({ input, records }) => {
      const found = records.find(entries, input.entry_id);
      records.remove(entries, found.id);
      return { value: [found] };
    },
  },
});
