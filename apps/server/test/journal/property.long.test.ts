/** Any history of two processes on one journal leads to what a plain list would have. */
import * as fc from 'fast-check';
import { patient } from '@understudy/tooling/patience';
import { expect, test } from 'vitest';
import { journalNow } from '../../src/journal/entry.js';
import { allJournals, entryOf, shown } from './journals.js';
import { ending } from '../use.js';

const sandbox = fc.constantFrom('a', 'b');
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('append'), sandbox, count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('clear', 'begin', 'read'), sandbox, count: fc.constant(0) }),
  },
);
const history = fc.array(fc.tuple(fc.boolean(), step), { minLength: 1, maxLength: 25 });

/** What a journal should have. */
interface Plain {
  last: number;
  cleared: number;
  entries: { readonly sequence: number; readonly id: string }[];
}

test.each(allJournals)('in %s', { timeout: patient(60_000) }, async (_name, find) => {
  const backend = ending(await find());
  const [here, there] = [await backend.open(), await backend.open()];
  let run = 0;
  let ids = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      run += 1;
      const plain = new Map<string, Plain>();
      for (const [isHere, { do: what, sandbox: short, count }] of steps) {
        const store = isHere ? here : there;
        const name = `${short}${run}`;
        const model = plain.get(name) ?? { last: 0, cleared: 0, entries: [] };
        plain.set(name, model);
        if (what === 'append') {
          const added = Array.from({ length: count }, () => `r${(ids += 1)}`);
          const now = journalNow();
          await store.append(added.map((id) => entryOf({ sandbox: name, id, since: now })));
          for (const id of added) model.entries.push({ sequence: (model.last += 1), id });
        } else if (what !== 'read') {
          await store.clear(name, { what: what === 'clear' ? 'answered' : 'received', at: journalNow() });
          Object.assign(model, { cleared: model.last, entries: [] });
        }
        const { entries, last, dropped } = await (isHere ? there : here).read(name, 0);
        expect(entries.map((entry) => ({ sequence: entry.sequence, id: shown(entry).id }))).toEqual(model.entries);
        expect([last, dropped]).toEqual([model.last, 0]);
      }
    }),
    { numRuns: 8 },
  );
  await here.close();
  await there.close();
});
