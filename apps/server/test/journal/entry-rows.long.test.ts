/** The rows of a journal in memory are its entries, whatever came and went before. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Recordable } from '../../src/journal/journal-store.js';
import type { WholeEntry } from '../../src/journal/pending-entry.js';
import { pairBytes } from '../../src/journal/recorded-exchange.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { type OwnPart, repeatedTexts } from '../../src/journal/repeated-texts.js';
import { headerSigns } from '../../src/journal/evidence/header-evidence.js';
import { EntryRows } from '../../src/store/stores/memory/journal/memory-journal.js';
import { bodyOf, entryOf, exchangeOf, repeatedOf } from './journals.js';

const response = { headers: { 'content-type': 'text/plain' }, body: bodyOf('whole') };
const shared = [1, 2].map(
  (page) =>
    new RepeatablePart({
      ...exchangeOf({ query: `page=${page}`, response }),
      status: 200,
    }),
);

let made = 0;

/** What the rows are to have of an entry. */
type Expected = Pick<
  WholeEntry,
  'texts' | 'factsBytes' | 'headersBytes' | 'bodiesBytes' | 'dropBodies' | 'dropHeaders'
>;

/** The same of an exchange that repeats another. */
function expectedOf(part: RepeatablePart, headers: readonly string[], own: OwnPart): Expected {
  const parts = { sandbox: 'a', shared: part, headers, signs: undefined, hasBodies: true };
  let left: Parameters<typeof repeatedTexts>[0] = parts;
  return {
    texts: () => repeatedTexts(left, own),
    factsBytes: part.factsBytes,
    headersBytes: part.headersBytes + pairBytes(headers),
    bodiesBytes: part.bodiesBytes,
    dropBodies: () => (left = { ...left, hasBodies: false }),
    dropHeaders: () => (left = { ...left, headers: undefined, signs: headerSigns(headers, 'a') }),
  };
}

/** An entry, made twice: one is left to the rows, the other is what they are compared with. */
function twice(kind: 'plain' | 'repeated' | 'left', index: number): readonly [Recordable, Expected] {
  made += 1;
  const id = `req_${made}`;
  const headers = ['X-Any', `${made}`];
  const times = { since: made + 0.25, until: made + 2.5, appMs: made / 1000, receivedAt: 1_700_000_000_000 + made };
  const client = { address: `10.0.0.${made % 250}`, connection: made % 3 === 0 ? null : `c${made}` };
  const part = shared[index % shared.length];
  if (kind === 'plain' || part === undefined) {
    const { since, until: answeredAt, receivedAt } = times;
    const given = { id, headers, since, answeredAt, receivedAt, body: bodyOf(`body ${made}`), response };
    return [entryOf(given), entryOf(given)];
  }
  const how: Pick<OwnPart, 'ended' | 'hasHead'> =
    kind === 'left' ? { ended: 'client_left', hasHead: false } : { ended: 'complete', hasHead: true };
  const own: OwnPart = { id, ...times, ...client, ...how };
  return [repeatedOf(part, { headers, ...own }), expectedOf(part, headers, own)];
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('push' as const),
      kind: fc.constantFrom('plain', 'repeated', 'left'),
      times: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('shift' as const), times: fc.integer({ min: 1, max: 150 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('dropBodies' as const, 'dropHeaders' as const),
      at: fc.nat({ max: 400 }),
    }),
  },
);

/** What the rows have. */
function shownBy(rows: EntryRows) {
  return Array.from({ length: rows.length }, (_, index) => ({
    texts: rows.texts(index)?.(),
    facts: rows.factsBytes(index),
    headers: rows.headersBytes(index),
    bodies: rows.bodiesBytes(index),
  }));
}

/** An entry whose headers are dropped: what they took stays what was counted. */
const dropped = (kind: 'repeated' | 'left') => [
  { does: 'push' as const, kind, times: 1 },
  { does: 'dropHeaders' as const, at: 0 },
];

it('keeps what each entry has', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = new EntryRows('a');
      const list: Expected[] = [];
      for (const one of steps) {
        for (let i = 0; i < ('times' in one ? one.times : 1); i += 1) {
          if (one.does === 'push') {
            const [entry, other] = twice(one.kind, i);
            rows.push(entry);
            list.push(other);
          } else if (one.does === 'shift') {
            rows.shift();
            list.shift();
          } else {
            rows[one.does](one.at);
            list[one.at]?.[one.does]();
          }
        }
      }
      const expected = list.map((entry) => ({
        texts: entry.texts(),
        facts: entry.factsBytes,
        headers: entry.headersBytes,
        bodies: entry.bodiesBytes,
      }));
      expect(shownBy(rows)).toEqual(expected);
    }),
    { numRuns: 60, examples: [[dropped('repeated')], [dropped('left')]] },
  );
});

it('gives the texts of what an entry had when it was asked for', () => {
  const rows = new EntryRows('a');
  const [entry, other] = twice('repeated', 0);
  rows.push(entry);
  const texts = rows.texts(0);
  rows.dropBodies(0);
  rows.dropHeaders(0);
  rows.shift();
  rows.push(twice('repeated', 1)[0]);
  expect(texts?.()).toEqual(other.texts());
});
