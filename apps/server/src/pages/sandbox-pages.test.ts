import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess, type TestServer } from '../../test/support.js';

const html = { accept: 'text/html,*/*;q=0.8' };

let server: TestServer;
beforeAll(async () => {
  server = await inProcess();
  const body = JSON.stringify({ seed: 'a <b>', clock: '2030-01-01T00:00:00.000Z' });
  await server.fetch('/sandboxes/own', { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
});
afterAll(() => server.close());

describe.each(['/sandboxes', '/sandboxes/own'])('%s', (path) => {
  test('is JSON for programs', async () => {
    const answer = await server.fetch(path);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(JSON.stringify(await answer.json())).toContain('"seed":"a <b>"');
  });

  test('is a page for browsers, whose links all lead somewhere', async () => {
    const answer = await server.fetch(path, { headers: html });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('Accept');
    const text = await answer.text();
    expect(text).toContain('a &lt;b&gt;');
    expect(text).toContain('frozen, 2030-01-01T00:00:00.000Z');
    const links = new Set([...text.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link));
    for (const link of links) {
      expect({ link, status: (await server.fetch(link, { headers: html })).status }).toEqual({ link, status: 200 });
    }
  });

  test('is kept from whoever may not read it', async () => {
    const guarded = await inProcess({ adminToken: 'secret' });
    const answer = await guarded.fetch(path, { headers: html });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('<html');
    await guarded.close();
  });
});

test('the list is paged, and leads to the pages beside it', async () => {
  for (const name of ['a', 'b', 'c']) {
    await server.fetch(`/sandboxes/${name}`, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  }
  const text = await (await server.fetch('/sandboxes?per_page=2&page=2', { headers: html })).text();
  expect(text).toContain('href="/sandboxes?page=1&per_page=2"');
  expect(text).toContain('href="/sandboxes?page=3&per_page=2"');
});

test('a sandbox that nobody has written to has a page like any other', async () => {
  const answer = await server.fetch('/sandboxes/none', { headers: html });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<h1>none</h1>');
});
