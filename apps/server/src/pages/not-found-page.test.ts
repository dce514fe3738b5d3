import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess, type TestServer } from '../../test/support.js';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let server: TestServer;
beforeAll(async () => {
  server = await inProcess();
});
afterAll(() => server.close());

const nearest = [
  ['/api/education/course', '/api/education/courses'],
  ['/api/educaton/courses/crs_0001', '/api/education/courses/crs_0001'],
  ['/api/education/courses/crs_0001/lesson', '/api/education/courses/crs_0001/lessons'],
  ['/courses', '/api/education/courses'],
  ['/api/user', '/api/auth/users'],
  ['/api/oauth/tokens', '/api/oauth/token'],
  ['/doc', '/docs'],
  ['/openapi.jsn', '/openapi.json'],
] as const;

describe.each(nearest)('%s', (path, meant) => {
  test('is a problem that names the nearest path', async () => {
    const answer = await server.fetch(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('vary')).toContain('Accept');
    const { detail } = (await answer.json()) as { detail: string };
    expect(detail).toMatch(new RegExp(`did you mean ${meant.replaceAll('.', '\\.')}[ ?]`));
  });

  test('is a page that links to it, for a browser', async () => {
    const answer = await server.fetch(path, { headers: html });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('vary')).toContain('Accept');
    const text = await answer.text();
    const [first] = [...text.matchAll(/<li><a href="([^"]+)">/g)].map(([, link]) => link);
    expect(first).toBe(meant);
    expect((await server.fetch(meant, { headers: html })).status).not.toBe(404);
  });
});

test('no path is suggested for one that is far from all others', async () => {
  const { detail } = (await (await server.fetch('/wp-admin/setup-config.php')).json()) as { detail: string };
  expect(detail).not.toContain('did you mean');
  const page = await server.fetch('/wp-admin/setup-config.php', { headers: html });
  expect(await page.text()).not.toContain('Did you mean');
});

test('a page links below the base URL of its sandbox', async () => {
  const text = await (await server.fetch('/sandboxes/own/api/education/course', { headers: html })).text();
  expect(text).toContain('<li><a href="/sandboxes/own/api/education/courses">');
});

test('what a client sends is only text', async () => {
  const text = await (await server.fetch('/%3Cscript%3Ealert(1)%3C/script%3E', { headers: html })).text();
  expect(text).not.toContain('<script>alert');
});

test.each(['POST', 'PUT', 'DELETE'])('%s gets a problem whatever it accepts', async (method) => {
  const answer = await server.fetch('/nothing', { method, headers: html });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
});
