/** What a list of data can be asked for follows from its records: what filters nothing is refused, and never ignored. */
import { describe, expect, it, vi } from 'vitest';
import { Observer } from '../../src/data/shape.js';
import { createUnderstudy } from '../../src/index.js';
import { NOW } from '../support.js';
import { ask, type Asked } from './files.js';
import { ending } from '../use.js';

const items: Record<string, unknown>[] = [
  { id: 1, title: 'Hello, World', date: '2024-03-01T00:00:00', done: true, tags: ['a', 'b'], größe: 1, 'a.b': 'x' },
  { id: 2, title: '', date: '2024-03-04T00:00:00', done: false, tags: [], lines: [{ sku: 'k' }] },
  { id: 3, author: 'y', constructor: 'c' },
  { id: 4, author: { name: 'x' }, views: 5 },
];

const serving = () => createUnderstudy({ data: { items, empty: [] }, clock: NOW, log: 'off' });
const idsOf = ({ json }: Asked) => (json as { data: { id: unknown }[] }).data.map(({ id }) => id);

it.each([
  ['id_ne=1', [2, 3, 4]],
  ['id_ne=1,2', [3, 4]],
  ['id_gte=3', [3, 4]],
  ['id_lte=2', [1, 2]],
  ['id=1&id=4', [1, 4]],
  ['date_gte=2024-03-02', [2]],
  ['date_lte=2024-03-01', [1]],
  ['title=Hello, World', [1]],
  ['title_ne=Hello, World', [2, 3, 4]],
  ['title=', [2]],
  ['done_ne=true', [2, 3, 4]],
  ['done=false', [2]],
  ['tags=a', [1]],
  ['lines.sku=k', [2]],
  ['größe=1', [1]],
  ['a.b=x', [1]],
  ['author=y', [3]],
  ['author.name=x', [4]],
  ['constructor=c', [3]],
  ['views_gte=5', [4]],
  ['sort=-views', [4, 1, 2, 3]],
  ['_=1700000000', [1, 2, 3, 4]],
])('%s', async (query, ids) => {
  const server = ending(serving());
  const answer = await ask(server, `GET /api/items?${encodeURI(query)}`);
  expect([answer.status, idsOf(answer)]).toEqual([200, ids]);
});

describe('is refused, and named', () => {
  it.each([
    ['titel=x', 'titel', 'did you mean title?'],
    ['nothing=x', 'nothing', 'the items can be filtered by id, title, date'],
    ['views_gt=many', 'views_gt', 'must be a number'],
    ['views_starts_with=1', 'views_starts_with', 'views is a number in decimal digits, and can have _ne, _gt'],
    ['where={', 'where', 'must be a JSON object'],
    ['toString=x', 'toString', 'filters nothing'],
    ['done=perhaps', 'done', 'must be true or false'],
    ['done_gte=true', 'done_gte', 'has no order'],
    ['views=many', 'views', 'must be a number'],
    ['date_gte=soon', 'date_gte', 'must be a date or an instant'],
    ['lines=k', 'lines', 'is an object'],
    ['sort=nothing', 'sort', 'must be a comma-separated list of id, title'],
  ])('%s', async (query, parameter, detail) => {
    const server = ending(serving());
    const { status, json } = await ask(server, `GET /api/items?${query}`);
    const fault = expect.objectContaining({ parameter, detail: expect.stringContaining(detail) as string }) as object;
    expect([status, json]).toEqual([400, expect.objectContaining({ errors: [fault] })]);
  });
});

it('follows the records that came with writes, in each sandbox for itself', async () => {
  const server = ending(serving());
  expect(idsOf(await ask(server, 'GET /api/empty?name=x'))).toEqual([]);
  await ask(server, 'POST /api/empty', { name: 'a,b', at: '2024-01-01' });
  await ask(server, 'POST /api/empty', { name: 'c', at: '2025-01-01' });
  expect(idsOf(await ask(server, 'GET /api/empty?name=a,b'))).toEqual([1]);
  expect(idsOf(await ask(server, 'GET /api/empty?at_gte=2024-06-01&sort=-at&q=C'))).toEqual([2]);
  expect((await ask(server, 'GET /api/empty?colour=red')).status).toBe(400);
  await ask(server, 'PATCH /api/items/1', { mood: 'good' });
  expect(idsOf(await ask(server, 'GET /api/items?mood=good'))).toEqual([1]);
  expect((await ask(server.sandbox('other'), 'GET /api/items?mood=good')).status).toBe(400);
});

it('relates by ids whatever their type, by whichever member names them', async () => {
  const data = {
    companies: [{ id: 1 }, { id: '2' }],
    people: [
      { id: 1, companyId: '1' },
      { id: 2, company_id: 1 },
      { id: 3, companyId: 2 },
    ],
  };
  const server = ending(createUnderstudy({ data, clock: NOW, log: 'off' }));
  expect(idsOf(await ask(server, 'GET /api/companies/1/people'))).toEqual([1, 2]);
  expect(idsOf(await ask(server, 'GET /api/companies/2/people'))).toEqual([3]);
});

it.each([
  ['8f14e45f-ceea-467f-9a0b-3e1d2c4b5a69', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['order-0012', /^order-0013$/],
  ['7', /^8$/],
  ['usr_9fKx2bQw7', /^usr_[\da-zA-Z]{9}$/],
  ['launch', /^items_x[\da-f]{20}$/],
])('gives new ids that look like %s, the same on each server', async (id, pattern) => {
  const create = async () => {
    const server = createUnderstudy({ data: { items: [{ id }] }, clock: NOW, log: 'off' });
    const made = [1, 2].map(async () => idsOf(await ask(server, 'POST /api/items', { title: 'x' }))[0]);
    const ids = await Promise.all(made);
    await server.close();
    return ids;
  };
  const [first, second] = await create();
  expect(first).toMatch(pattern);
  expect(second).not.toBe(first);
  expect(await create()).toEqual([first, second]);
});

it('looks at no more members than a message can name, whatever was written', async () => {
  const server = ending(serving());
  for (let i = 0; i < 4; i += 1) {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, j) => [`w${i}_${j}`, 1]));
    expect((await ask(server, 'POST /api/items', wide)).status).toBe(201);
  }
  const see = vi.spyOn(Observer.prototype, 'see');
  const names = Array.from({ length: 40 }, (_, i) => `unknown${i}=1`).join('&');
  expect((await ask(server, `GET /api/items?${names}`)).status).toBe(400);
  expect(see.mock.calls.length).toBeGreaterThan(1000);
  expect(see.mock.calls.length).toBeLessThan(2000);
});
