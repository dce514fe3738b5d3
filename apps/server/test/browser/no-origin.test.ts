/** The column of the CORS table that needs no browser: clients that send no Origin are answered as ever. */
import { expect, test } from 'vitest';
import { useServer } from '../support.js';

const PATH = '/api/education/courses';
const body = '{"title":"SQL","category":"Data","difficulty":"beginner","instructor":"Ada Moreno","duration_hours":1}';
const headers = { 'content-type': 'application/json' };

const server = useServer();

const requests: readonly (readonly [name: string, init: RequestInit, status: number])[] = [
  ['GET', {}, 200],
  ['GET with a header of its own', { headers: { 'x-trace': '1' } }, 200],
  // Under a key, so that both are one course.
  ['POST of JSON', { method: 'POST', headers: { ...headers, 'idempotency-key': 'both' }, body }, 200],
  ['POST of text', { method: 'POST', body: 'text' }, 415],
  ['OPTIONS', { method: 'OPTIONS', headers: { 'access-control-request-headers': 'x-trace' } }, 204],
];

const cells = ['?cors=restrict', '?cors=preflight'].flatMap((query) =>
  requests.map(([name, init, status]) => ({ query, name, init, status })),
);

function corsHeadersOf(answer: Response): Record<string, string> {
  return Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')));
}

test.each(cells)('$name, "$query": $status', async ({ query, init, status }) => {
  const plain = await server.fetch(PATH, init);
  const answer = await server.fetch(PATH + query, init);
  expect(answer.status).toBe(status);
  expect(answer.status).toBe(plain.status);
  expect(await answer.text()).toBe(await plain.text());
  expect(corsHeadersOf(answer)).toEqual(corsHeadersOf(plain));
});

/** What a browser would send before a JSON POST, said by hand to see each header of the answer. */
const asking = {
  method: 'OPTIONS',
  headers: {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
};

test('a preflight is granted by default, each header by name', async () => {
  const answer = await server.fetch(PATH, asking);
  expect(answer.status).toBe(204);
  expect(corsHeadersOf(answer)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,content-type',
    'access-control-max-age': '600',
  });
  expect(answer.headers.get('vary')).toContain('Access-Control-Request-Headers');
});

test('a preflight is refused by cors=restrict, with nothing to go on', async () => {
  const answer = await server.fetch(`${PATH}?cors=restrict`, asking);
  expect(answer.status).toBe(403);
  expect(corsHeadersOf(answer)).toEqual({});
});

test('a preflight gets nothing that would help from cors=preflight', async () => {
  const answer = await server.fetch(`${PATH}?cors=preflight`, asking);
  expect(answer.status).toBe(204);
  const given = corsHeadersOf(answer);
  expect(given).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' });
  expect(Object.keys(given)).not.toContain('access-control-allow-headers');
  expect(Object.keys(given)).not.toContain('access-control-max-age');
});

test('cors=restrict still answers in full; only a browser keeps it from its page', async () => {
  const from = (origin: string) => server.fetch(`${PATH}?cors=restrict`, { headers: { origin } });
  const refused = await from('https://elsewhere.example');
  expect(refused.status).toBe(200);
  expect(corsHeadersOf(refused)).toEqual({});
  const allowed = await from('https://allowed.example');
  expect(corsHeadersOf(allowed)).toMatchObject({
    'access-control-allow-origin': 'https://allowed.example',
    'access-control-allow-credentials': 'true',
  });
  expect(await refused.text()).toBe(await allowed.text());
  expect([refused, allowed].map((answer) => answer.headers.get('vary'))).toEqual([
    expect.stringContaining('Origin'),
    expect.stringContaining('Origin'),
  ]);
});
