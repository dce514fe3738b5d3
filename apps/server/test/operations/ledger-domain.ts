/** The ledger domain: titles that CSV and UTF-8 make hard. */
import { collection, implement, instantText, listing, readRows } from '../../src/domain.js';
import { entry, entryRow, ledgerContract } from './ledger-contract.js';

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
  seed: ({ index, int, pick, instant }) => ({
    title: HARD[index % HARD.length] ?? '',
    kind: pick(['in', 'out']),
    worth: int(1, 5) / 2,
    note: index % 3 === 0 ? null : 'noted',
    tags: index % 2 === 0 ? [] : ['one', 'two words'],
    props: index % 4 === 0 ? {} : { size: index, text: 'x,"y"', yes: true },
    created_at: instant('2025'),
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
