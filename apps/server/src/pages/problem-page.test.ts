import { problemKinds } from '@understudy/contract';
import { apiVersion } from '@understudy/contract/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess, type TestServer } from '../../test/support.js';
import { version } from '../server/version.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const kinds = Object.entries(problemKinds);

let server: TestServer;
beforeAll(async () => {
  server = await inProcess();
});
afterAll(() => server.close());

describe('/problems/{kind}', () => {
  test.each(kinds)('%s is explained in JSON', async (kind, { status, title, description }) => {
    const answer = await server.fetch(`/problems/${kind}`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({
      data: { type: `${server.origin}/problems/${kind}`, kind, status, title, description },
    });
  });

  test.each(kinds)('%s is explained in HTML', async (kind, { title }) => {
    const answer = await server.fetch(`/problems/${kind}`, { headers: { accept: BROWSER } });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain(`<h1>${title}</h1>`);
  });

  test.each(['nothing', '__proto__', 'constructor', '%3Cscript%3E'])('%s is a 404', async (kind) => {
    const answer = await server.fetch(`/problems/${kind}`, { headers: { accept: BROWSER } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ kind: 'not_found' });
  });

  test('the address in an error body leads to its explanation', async () => {
    const problem: unknown = await (await server.fetch('/api/nothing')).json();
    const { type } = problem as { type: string };
    expect(await (await server.fetch(type)).json()).toMatchObject({ data: { kind: 'not_found' } });
  });
});

describe('/problems', () => {
  test('lists all kinds', async () => {
    const body: unknown = await (await server.fetch('/problems')).json();
    expect(body).toMatchObject({ data: kinds.map(([kind]) => ({ kind })) });
  });

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json, text/html;q=0.5', 'application/json'],
    ['text/html', 'text/html; charset=utf-8'],
    [BROWSER, 'text/html; charset=utf-8'],
    ['image/png', 'application/json'],
  ])('Accept: %s gets %s', async (accept, type) => {
    const answer = await server.fetch('/problems', accept === undefined ? {} : { headers: { accept } });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  test('has a tag for each form', async () => {
    const [json, page] = await Promise.all([
      server.fetch('/problems'),
      server.fetch('/problems', { headers: { accept: BROWSER } }),
    ]);
    const etag = json.headers.get('etag') ?? '';
    expect(page.headers.get('etag')).not.toBe(etag);
    expect((await server.fetch('/problems', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

test.each(['/favicon.svg', '/favicon.ico'])('%s is an icon', async (path) => {
  const answer = await server.fetch(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
});

test.each([
  ['/healthz', { status: 'ok', server: 'understudy', version, api_version: apiVersion }],
  ['/readyz', { status: 'ready', store: 'memory' }],
])('%s says %j', async (path, body) => {
  expect(await (await server.fetch(path)).json()).toEqual(body);
});
