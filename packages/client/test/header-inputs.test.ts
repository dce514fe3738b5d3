/** Inputs that go into headers: they leave path, query and body alone, in every attempt and on every page. */
import { expect, test } from 'vitest';
import { completed } from '../src/client-options.js';
import { method } from '../src/operation.js';
import type { Route } from '../src/route.js';
import { Session } from '../src/session.js';
import { json, noWaiting, page, scripted } from './server.js';

const answer = { data: [{ id: 'note_0001' }], pagination: {}, meta: {} };
const headers = { if_match: 'If-Match', locale: 'Accept-Language' };
const write: Route = { method: 'PATCH', path: '/api/notes/{id}', answers: 'written', sends: 'body', headers };
const list: Route = { method: 'GET', path: '/api/notes', answers: 'list', sends: 'query', headers };

function calling(route: Route, ...answers: readonly (() => Response)[]) {
  const { fetch, sent } = scripted(...answers);
  const options = { baseUrl: 'http://understudy.local', fetch, ...noWaiting() };
  return {
    call: method('notes.call', route, completed(options, { session: new Session(undefined, undefined), kinds: [] })),
    sent,
  };
}

test('go into their headers, and nowhere else', async () => {
  const { call, sent } = calling(write, json(answer));
  await call({ id: 'note_0001', title: 'New', if_match: '"3-5d41402a"', locale: undefined });
  expect(sent).toMatchObject([{ url: { pathname: '/api/notes/note_0001', search: '' }, body: '{"title":"New"}' }]);
  expect(sent[0]?.headers).toMatchObject({ 'if-match': '"3-5d41402a"' });
  expect(sent[0]?.headers).not.toHaveProperty('accept-language', 'undefined');
});

test('are sent again with each attempt', async () => {
  const busy = json({ kind: 'service_unavailable' }, { status: 503 });
  const { call, sent } = calling(list, busy, page(['a'], { totalPages: 1 }));
  await call({ locale: 'de', q: 'x' });
  expect(sent.map(({ url, headers: own }) => [url.search, own['accept-language']])).toEqual([
    ['?q=x', 'de'],
    ['?q=x', 'de'],
  ]);
});

test('are sent for every page, also one that a link leads to', async () => {
  const next = { link: '<http://understudy.local/api/notes?page=2>; rel="next"' };
  const { call, sent } = calling(list, page(['a'], {}, next), page(['b'], { page: 2 }));
  const found: unknown[] = [];
  const all = call({ locale: 'de' }, { paginationStyle: 'link' });
  if (Symbol.asyncIterator in all) for await (const one of all) found.push(one);
  expect(found).toHaveLength(2);
  expect(sent.map(({ headers: own }) => own['accept-language'])).toEqual(['de', 'de']);
});

test.each([
  [1e-7, '0.0000001'],
  [-2.5e-10, '-0.00000000025'],
  [1e21, '1000000000000000000000'],
  [0.5, '0.5'],
  [[1e-7, 2], '0.0000001,2'],
])('numbers are sent in decimal digits: %j', async (given, sentAs) => {
  const { call, sent } = calling(list, page(['a'], { totalPages: 1 }));
  await call({ locale: given, q: given });
  expect(sent.map(({ url, headers: own }) => [url.searchParams.get('q'), own['accept-language']])).toEqual([
    [sentAs, sentAs],
  ]);
});
