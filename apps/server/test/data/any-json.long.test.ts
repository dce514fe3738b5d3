/** Whatever is valid JSON with arrays of objects is served, and reads back as it was. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { patient } from '@understudy/tooling/patience';
import { createUnderstudy } from '../../src/index.js';
import { ourDomains } from '../our-domains.js';
import { NOW } from '../support.js';
import { ask } from './files.js';
import { ending } from '../use.js';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Odd records of a collection as a file has them, and as they read back where that is not the same. */
const odd: readonly [text: string, shown?: string][] = [
  ['[{"id":1,"x":1,"x":2}]', '[{"id":1,"x":2}]'],
  ['[{"id":1,"x":-0}]', '[{"id":1,"x":0}]'],
  // As JavaScript reads them, and so do most clients (RFC 8259 §6).
  ['[{"id":"a","x":9007199254740993}]', '[{"id":"a","x":9007199254740992}]'],
  ['[{"id":1,"__proto__":{"x":1},"constructor":[],"":"e"}]'],
  ['[{"id":"\\ud800","\\udfff":"\\ud800"}]'],
  ['[{"id":1},{"id":"1"},{"id":null},{"id":""},{"id":1.5},{"id":true},{"id":[]},{"id":{}}]'],
  ['[{"id":"a/b"},{"id":"."},{"id":".."},{"id":"a%2Fb"},{"id":"A"},{"id":"a"}]'],
  [`[{"id":"${'x'.repeat(500)}","${'y'.repeat(5000)}":"${'z'.repeat(1_000_000)}"}]`],
  [`[{"id":1,"x":${nested(63)}}]`],
];

it.each(odd)('serves the odd records of %.80s', async (text, shown = text) => {
  const data = JSON.parse(`{"items":${text}}`) as object;
  const server = ending(createUnderstudy({ data, bare: true, clock: NOW, log: 'off', without: beside }));
  const list = await ask(server, 'GET /api/items');
  expect([list.status, list.text]).toEqual([200, shown]);
  for (const { id } of JSON.parse(shown) as { id: unknown }[]) {
    // No client sends the other ids as they are: they are no addresses.
    if (typeof id !== 'string' || id === '' || id.length > 128 || !/^[^.\ud800]+$/.test(id)) continue;
    const read = await ask(server, `GET /api/items/${encodeURIComponent(id)}`);
    expect([read.status, String((read.json as { id: unknown }).id)]).toEqual([200, id]);
  }
});

const controls = 'q page per_page sort delay fault fields cors cursor id ids name'.split(' ');
const inherited = 'constructor __proto__ prototype toString hasOwnProperty then length valueOf'.split(' ');
const marks = [
  '',
  ' ',
  'a.b',
  'a b',
  'a[b]',
  'größe',
  '名前',
  '🎒',
  'a_ne',
  'a_gte',
  '-a',
  'a,b',
  '_',
  '$ref',
  '{x}',
  'a/b',
];
const relations = ['item_id', 'itemId', 'own_item_id', 'other_id', 'otherId', 'x'.repeat(2000)];
const oddNames = [controls, inherited, marks, relations].flat();

const names = fc.oneof(fc.constantFrom(...oddNames), fc.string({ maxLength: 8 }));

const scalars = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', 'a,b', '2024-03-04', '2024-03-04T00:00:00', '9007199254740993', 'true', '1'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom(2 ** 53 + 2, 1e308, -1e-300, 0),
  fc.boolean(),
  fc.constant(null),
);

const { value } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalars, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

const ids = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.constantFrom('1', '2', 'a', 'b', '', 'a/b', 1.5, null, 2 ** 53 + 2, true, 'y'.repeat(300)),
  fc.constant({ $oid: '5f' }),
);

/** A record as JSON: a member called `__proto__` is one like any other there. */
const record = fc
  .tuple(fc.option(ids, { freq: 4 }), fc.array(fc.tuple(names, value), { maxLength: 5 }))
  .map(([id, members]): Record<string, unknown> => {
    const own = members.filter(([name]) => name !== 'id');
    return Object.fromEntries(id === null ? own : [['id', id], ...own]) as Record<string, unknown>;
  });

/** Collections of one file: a server of many files at once starts once for all of them. */
const TOGETHER = 25;

const files = fc
  .array(fc.array(record, { maxLength: 6 }), { minLength: TOGETHER, maxLength: TOGETHER })
  .map((all) => Object.fromEntries(all.map((records, index) => [index === 0 ? 'items' : `others${index}`, records])));

/** Our domains but for those that are always there. */
const beside = ourDomains
  .map(({ contract }) => contract.name)
  .filter((name) => !['auth', 'oauth', 'sandboxes', 'webhooks'].includes(name))
  .join();

/** The records as the answer to a list shows them, without the ids that the server gave. */
function readBack(text: string, given: readonly object[]): string {
  const { data } = JSON.parse(text) as { data: Record<string, unknown>[] };
  const shown = data.map((one, index) => {
    if (Object.hasOwn(given[index] ?? {}, 'id')) return one;
    const { id: _, ...rest } = one;
    return rest;
  });
  return JSON.stringify(shown);
}

/** Starts a server with some data, reads every record, and asks by every member. */
async function readAll(data: Readonly<Record<string, readonly Record<string, unknown>[]>>): Promise<void> {
  const text = JSON.stringify(data);
  const server = createUnderstudy({ data: JSON.parse(text) as object, clock: NOW, log: 'off', without: beside });
  for (const [name, given] of Object.entries(data)) {
    const list = await ask(server, `GET /api/${name}?per_page=50`);
    expect([list.status, readBack(list.text, given)]).toEqual([200, JSON.stringify(given)]);
    for (const { id } of JSON.parse(list.text).data as { id: unknown }[]) {
      if (!Number.isSafeInteger(id)) continue;
      const read = await ask(server, `GET /api/${name}/${String(id)}`);
      expect([read.status, String((read.json as { data: { id: unknown } }).data.id)]).toEqual([200, String(id)]);
    }
    for (const member of new Set(given.slice(0, 1).flatMap((one) => Object.keys(one)))) {
      const asked = await ask(server, `GET /api/${name}?${new URLSearchParams([[member, 'x']]).toString()}`);
      expect([200, 400]).toContain(asked.status);
    }
  }
  await server.close();
}

/** Files that one test starts with: 1,000 in five tests where every case is tried, and else those of the first. */
const PART = 200;

it.each([1, 2, 3, 4, 5])(
  'starts with 200 files, and shows every record as it was (part %i)',
  { timeout: patient(60_000) },
  async (seed) => {
    await fc.assert(fc.asyncProperty(files, readAll), { numRuns: PART / TOGETHER, seed });
  },
);
