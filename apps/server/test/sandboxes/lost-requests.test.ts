/** Requests that lead nowhere are in the journal: an app with a wrong base URL sends them. */
import type { JournalEntry } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { hosts, inProcess } from '../support.js';
import { openEach } from '../use.js';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(hosts)('%s', (_host, start) => {
  const server = openEach(() => start({}));

  async function journal(sandbox: string, atLeast: number): Promise<JournalEntry[]> {
    return eventually(async () => {
      const answer = await server.fetch(`/sandboxes/${sandbox}/requests?per_page=50`);
      const { data } = (await answer.json()) as { data: JournalEntry[] };
      expect(data.length).toBeGreaterThanOrEqual(atLeast);
      return data;
    });
  }

  /** Sends a request, then one to the API, and gives the paths that the journal has. */
  async function recorded(path: string, init?: RequestInit): Promise<string[]> {
    await (await server.fetch(path, init)).text();
    const [, sandbox = 'default'] = /^\/sandboxes\/(\w+)\//.exec(path) ?? [];
    await (await server.fetch(`/sandboxes/${sandbox}/api/education/courses`)).text();
    const paths = (await journal(sandbox, 1)).map((entry) => `${entry.method} ${entry.path}`);
    expect(paths.at(-1)).toBe('GET /api/education/courses');
    return paths.slice(0, -1);
  }

  it('has what was sent beside the API of a sandbox, its secrets masked', async () => {
    const body = 'grant_type=password&password=hunter2';
    await server.fetch('/sandboxes/a/oauth/token?token=hunter2', { method: 'POST', headers: form, body });
    const [entry] = await journal('a', 1);
    expect(entry).toMatchObject({
      operation: null,
      method: 'POST',
      path: '/oauth/token',
      status: 404,
      kind: 'not_found',
      fault: null,
      body: 'grant_type=password&password=***',
    });
    expect(entry?.response.body).toContain('/api/oauth/token');
    expect(JSON.stringify(entry)).not.toContain('hunter2');
  });

  it.each([
    ['GET', '/apii/education/courses'],
    ['GET', '/education/courses'],
    ['POST', '/v1/api/education/courses'],
    ['OPTIONS', '/v1/education/courses'],
  ])('has %s %s, in a sandbox and without one', async (method, path) => {
    expect(await recorded(path, { method })).toEqual([`${method} ${path}`]);
    expect(await recorded(`/sandboxes/b${path}`, { method })).toEqual([`${method} ${path}`]);
  });

  it.each([
    '/',
    '/docs/nothing',
    '/problems/nothing',
    '/healthz/nothing',
    '/health',
    '/metrics',
    '/robots.txt',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/.well-known/appspecific/com.chrome.devtools.json',
    '/sandboxes/c/nothing/here',
    '/trpc/sandboxes.nothing',
  ])('has nothing of %s, which is no app', async (path) => {
    const isNested = path.startsWith('/sandboxes');
    expect(await recorded(isNested ? `/sandboxes/c${path}` : path)).toEqual([]);
  });
});

it('has nothing where no journal is wanted', async () => {
  await using server = await inProcess({ maxJournal: 0 });
  await server.fetch('/apii/education/courses');
  const answer = await server.fetch('/sandboxes/default/requests');
  expect(await answer.json()).toMatchObject({ data: [], meta: { last: 0 } });
});
