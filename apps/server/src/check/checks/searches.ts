/** A search finds the records that have the text in a searched field, in any case, and no others. */
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { Fault, holds, same } from '../finding.js';
import { type Entry, filled, pageOf } from './paging.js';

/** The texts of a member, which may be a list of them. */
function textsOf(entry: Entry, field: string): string[] {
  const value = entry[field];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === 'string');
}

/** The check. */
export const searches = ofOperations({
  name: 'searches',
  proves: 'q finds a record by the text of each searched field, in any case, and no record without the text.',
  of: ({ answers, meta }) => answers === 'list' && meta.searches.length > 0,
  run: async (operation, bench) => {
    const ready = await filled(operation, bench);
    if (ready === undefined) return;
    const { data } = pageOf(await callReady(operation, ready, { more: { per_page: 50 } }));
    const { searches: fields } = operation.meta;
    for (const field of fields) {
      const entry = data.find((one) => textsOf(one, field).some((text) => text.trim() !== ''));
      const text = entry === undefined ? undefined : textsOf(entry, field).find((one) => one.trim() !== '');
      if (entry === undefined || text === undefined) continue;
      const answer = await callReady(operation, ready, { more: { q: text.toUpperCase(), per_page: 50 } });
      const { asked } = answer;
      const found = pageOf(answer);
      const isFound = found.pagination.total > 50 || found.data.some(({ id }) => id === entry['id']);
      const record = `${String(entry['id'])}, whose ${field} is ${JSON.stringify(text)}`;
      holds(isFound, { asked, expected: `to find ${record}`, actual: `${found.pagination.total} others` });
      // A searched field that is not shown cannot be looked at.
      const isShown = fields.every((name) => data.some((one) => name in one));
      const stranger = found.data.find((one) => {
        const all = fields.flatMap((name) => textsOf(one, name));
        return isShown && !all.some((value) => value.toLowerCase().includes(text.toLowerCase()));
      });
      if (stranger !== undefined) {
        const expected = `only records with ${JSON.stringify(text)} in ${fields.join(', ')}`;
        throw new Fault({ asked, expected, actual: JSON.stringify(stranger) });
      }
    }
    const nothing = await callReady(operation, ready, { more: { q: 'qqqq-no-record-has-this' } });
    same({ what: 'records', asked: nothing.asked, actual: pageOf(nothing).data.length, expected: 0 });
  },
});
