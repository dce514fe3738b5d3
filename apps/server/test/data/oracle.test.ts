/** Lists of data between writes: what their indexes find is what a walk through all records finds. */
import * as fc from 'fast-check';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive } from '@understudy/tooling/sample';
import { expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { ask } from './files.js';
import { ending } from '../use.js';

type Item = Readonly<Record<string, unknown>>;

const texts = ['alpha', 'Beta', 'gamma 7', '7', '12', ''];
const value = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constantFrom(...texts), fc.boolean(), fc.constant(null));
const members = fc.record(
  {
    views: value,
    name: fc.constantFrom(...texts),
    mood: value,
    author: fc.record({ age: value }),
    tags: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const write = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  members,
});

/** What all values of a member can be compared by, whatever is written. */
const first = { id: 1, views: 5, name: 'alpha', mood: true, author: { age: 30 }, tags: ['a'] };

const each = (found: unknown, passes: (one: unknown) => boolean): boolean =>
  Array.isArray(found) ? found.some(passes) : passes(found);
const age = ({ author }: Item) => (author as { age?: unknown } | undefined)?.age;
const has = (found: unknown, part: string): boolean =>
  typeof found === 'object' && found !== null
    ? Object.values(found).some((one) => has(one, part))
    : (typeof found === 'string' || typeof found === 'number') && String(found).toLowerCase().includes(part);

const filters: readonly (readonly [query: string, passes: (item: Item) => boolean])[] = [
  ['', () => true],
  ['views=7', ({ views }) => String(views) === '7'],
  ['views_gte=40', ({ views }) => typeof views === 'number' && views >= 40],
  ['views_ne=5', ({ views }) => views !== 5],
  ['mood=true', ({ mood }) => mood === true],
  ['name_contains=A', ({ name }) => typeof name === 'string' && name.toLowerCase().includes('a')],
  ['author.age_lt=20', (item) => each(age(item), (one) => typeof one === 'number' && one < 20)],
  ['tags=b', ({ tags }) => Array.isArray(tags) && tags.includes('b')],
  ['q=7', (item) => has({ ...item, id: 0 }, '7')],
  [
    'q=ETA&views_lt=50',
    (item) => has({ ...item, id: 0 }, 'eta') && typeof item['views'] === 'number' && item['views'] < 50,
  ],
  ['id_gte=15', ({ id }) => Number(id) >= 15],
];

const sorts: readonly (readonly [
  query: string,
  keys: readonly (readonly [of: (item: Item) => unknown, sign: number])[],
])[] = [
  ['', []],
  ['views', [[({ views }) => views, 1]]],
  [
    '-views,name',
    [
      [({ views }) => views, -1],
      [({ name }) => name, 1],
    ],
  ],
  [
    'author.age,-id',
    [
      [age, 1],
      [({ id }) => id, -1],
    ],
  ],
];

/** Types in the order of their names, and nothing last whichever way it goes. */
function compare(a: unknown, b: unknown, sign: number): number {
  const [left, right] = [a, b].map((one) => (['string', 'number', 'boolean'].includes(typeof one) ? one : null));
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  const [x, y] = typeof left === typeof right ? [left, right] : [typeof left, typeof right];
  return (x as never) < (y as never) ? -sign : sign;
}

it.each([
  [isExhaustive ? 20_000 : 2_000, 11, 8],
  [40, 60, 6],
  [0, 60, 6],
])(
  'of %i records, with writes between them',
  async (count, rounds, seed) => {
    const draw = <Drawn>(of: fc.Arbitrary<Drawn>, number: number) => fc.sample(of, { numRuns: number, seed });
    const begun = draw(members, count).map((one, index): Item => (index === 0 ? first : { id: index + 1, ...one }));
    const server = ending(createUnderstudy({ data: { items: begun }, bare: true, log: 'off' }));
    let items = [...begun];
    let last = count;
    if (count === 0) {
      expect((await ask(server, 'GET /items?views_gte=1&_sort=-views')).json).toEqual([]);
      await ask(server, 'POST /items', first);
      items = [first];
      last = 1;
    }
    const writes = draw(write, rounds * 3);
    for (const [step, { method, at, members: body }] of writes.entries()) {
      const item = items[1 + Math.floor(at * (items.length - 1))];
      if (method === 'POST' || item === undefined) {
        const { json } = await ask(server, 'POST /items', body);
        items.push({ ...body, id: (last += 1) });
        expect(json).toEqual(items.at(-1));
      } else {
        const { id } = item;
        await ask(server, `${method} /items/${String(id)}`, method === 'DELETE' ? undefined : body);
        const changed = method === 'PUT' ? { ...body, id } : { ...item, ...body };
        items = items.flatMap((one): readonly Item[] => (one !== item ? [one] : method === 'DELETE' ? [] : [changed]));
      }
      if (step % 3 > 0) continue;
      const [query, passes] = filters[(step / 3) % filters.length] ?? ['', () => true];
      for (const [sort, keys] of sorts) {
        const found = items.filter(passes).toSorted((a, b) => {
          for (const [of, sign] of keys) if (compare(of(a), of(b), sign) !== 0) return compare(of(a), of(b), sign);
          return 0;
        });
        const answer = await ask(server, `GET /items?${query}&_start=3&_limit=20${sort && `&_sort=${sort}`}`);
        expect([query, sort, Number(answer.headers.get('x-total-count')), answer.json]).toEqual([
          query,
          sort,
          found.length,
          found.slice(3, 23),
        ]);
      }
    }
  },
  patient(60_000),
);
