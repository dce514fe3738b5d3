import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import type { Controls } from '@understudy/contract/kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createUnderstudy } from '../index.js';
import { api, inProcess, NOW, overSocket, type TestServer } from '../../test/support.js';
import { escapeHtml } from '../kit/html.js';
import { shellWord, type Snippet, snippets, startPages } from './start-page.js';

const operations = [...api.operations.values()];

async function page(path: string, given: Readonly<Record<string, unknown>> = {}, init: RequestInit = {}) {
  const server = await inProcess(given);
  const answer = await server.fetch(path, init);
  const text = await answer.text();
  await server.close();
  return { answer, text };
}

describe('the start page', () => {
  test('says what runs here', async () => {
    const { answer, text } = await page('/', { seed: 'a <b>', clock: NOW });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('>http://understudy.local</code>');
    expect(text).toContain('a &lt;b&gt;');
    expect(text).toContain(`frozen at ${NOW}`);
  });

  test('makes its list of operations once for each base path', () => {
    const list = new Map(operations.map((operation) => [operation.name, operation]));
    const read = vi.spyOn(list, 'values');
    const pageOf = startPages({ ...api, showcase: undefined, operations: list });
    const given: unknown = { name: 'default', config: { seed: 'a' }, clock: { mode: 'real' } };
    const sandbox = given as Parameters<typeof pageOf>[0]['sandbox'];
    const show = (base: string) =>
      pageOf({ baseUrl: `http://a${base}`, rootUrl: 'http://a', fullPath: `${base}/`, path: '/', sandbox }).body;
    const texts = ['', '/sandboxes/b', '', '/sandboxes/b', ''].map(show);
    expect(new Set(texts).size).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('is compressed once for many who ask', async () => {
    const coded = vi.spyOn(zlib, 'brotliCompressSync');
    syncBuiltinESMExports();
    const server = await inProcess({ clock: NOW, seed: 'compressed once' });
    const ask = () => server.fetch('/', { headers: { 'accept-encoding': 'br' } });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    await server.close();
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(answers.map(() => 'br'));
    expect(coded).toHaveBeenCalledTimes(1);
    coded.mockRestore();
    syncBuiltinESMExports();
  });

  test('says that the clock is real', async () => {
    const { text } = await page('/', { clock: 'real' });
    expect(text).toContain('<dd>real</dd>');
  });

  test('shows the seed and the clock of its own sandbox, as they are now', async () => {
    const server = await inProcess();
    const send = (method: string, path: string, body: unknown) =>
      server.fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const text = async () => (await server.fetch('/sandboxes/own/')).text();
    await send('PUT', '/sandboxes/own', { seed: 'other', clock: 'real' });
    expect(await text()).toContain('<code>other</code>');
    await send('POST', '/sandboxes/own/clock', { action: 'advance', seconds: 3600 });
    expect(await text()).toContain('3600 s ahead of real time');
    await send('POST', '/sandboxes/own/clock', { action: 'freeze', at: '2030-01-01T00:00:00.000Z' });
    expect(await text()).toContain('frozen at 2030-01-01T00:00:00.000Z');
    await server.close();
  });

  test('lists every operation', async () => {
    const { text } = await page('/');
    for (const { name, path, meta } of operations) {
      expect(text).toContain(`href="/docs#/${meta.openapi.tags[0]}/${name}"`);
      expect(text, name).toContain(path);
    }
  });

  const get = { responses: { 200: { description: 'Fine' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/docs': { get }, '/pets/{id}': { get }, '/pets': { get: { ...get, summary: 'All pets' } } },
  };

  test.each([
    ['our domains', {}, '/api/education/courses', 'domain-education'],
    ['data', { data: { notes: [{ id: 1, text: 'milk' }] } }, '/api/notes', 'domain-notes'],
    ['a document', { openapi: [document] }, '/pets', 'domain-pets'],
  ])(
    'says the first three things to do with %s, and folds the operations of control',
    async (what, given, path, id) => {
      const understudy = createUnderstudy({ ...given, log: 'off' });
      const ask = async (url: string) => (await understudy.fetch(url, { headers: { accept: 'text/html' } })).text();
      const text = await ask('http://understudy.local/sandboxes/own/');
      await understudy.close();
      const control = 'http://understudy.local/sandboxes/own';
      const [, first = ''] = /<h2 id="first">([^]*?)<h2/.exec(text) ?? [];
      expect(
        [...first.matchAll(/data-copy="[^"]*">([^<]*)</g)].map(([, code = '']) => code.replaceAll('&#39;', "'")),
      ).toEqual([
        `curl '${control}${path}'`,
        `curl -i '${control}${path}' -H 'Understudy-Fault: rate_limit'`,
        `curl '${control}/requests'\ncurl '${control}/conduct'`,
      ]);
      expect(text).toMatch(new RegExp(`id="${id}"[^]*<details class="domain" id="domain-sandboxes">`));
      expect(text.includes('/paths/~1docs/get: GET /docs is an address of the server itself')).toBe(
        what === 'a document',
      );
    },
  );

  test('has a call to try for each control', async () => {
    const { text } = await page('/');
    const names: (keyof Controls)[] = [
      'page',
      'per_page',
      'q',
      'pagination_style',
      'delay',
      'simulate_error',
      'fault',
      'cors',
    ];
    for (const name of names) expect(text).toContain(`href="/api/education/courses?${name}=`);
  });

  /** What was asked of one server. */
  let statuses: Map<string, number>;
  let linked: TestServer;
  beforeAll(async () => {
    statuses = new Map();
    linked = await inProcess();
  });
  afterAll(() => linked.close());

  test.each([
    '/',
    '/sandboxes/default/',
    '/problems',
    '/faults',
    '/conduct',
    '/conduct/no_backoff',
    '/sandboxes/default/problems/not_found',
    '/sandboxes/default/docs',
  ])('every link of %s leads somewhere below its own base URL', async (path) => {
    const answer = await linked.fetch(path, { headers: { accept: 'text/html' } });
    const base = path.startsWith('/sandboxes') ? '/sandboxes/default/' : '/';
    const links = [...(await answer.text()).matchAll(/(?:href|src|data-openapi)="([^"#]+)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !link.startsWith(base))).toEqual([]);
    for (const link of new Set(links)) {
      // Pages have many links in common.
      const headers = { accept: 'text/html' };
      const status = statuses.get(link) ?? (await linked.fetch(link.replaceAll('&amp;', '&'), { headers })).status;
      statuses.set(link, status);
      // The example of a forced failure fails, as it should.
      expect({ link, status }).toEqual({ link, status: link.includes('simulate_error') ? 429 : 200 });
    }
  });

  test('is revalidated, and HEAD answers for it', async () => {
    const server = await inProcess();
    const first = await server.fetch('/');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await server.fetch('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await server.fetch('/', { method: 'HEAD' });
    expect(await head.text()).toBe('');
    expect(head.headers.get('etag')).toBe(etag);
    await server.close();
  });
});

describe('a page and its policy', () => {
  const tight = [
    "default-src 'none'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];

  test.each(['/', '/problems', '/problems/timeout', '/faults', '/conduct', '/conduct/no_pkce'])(
    '%s may run its own script and style only',
    async (path) => {
      const { answer, text } = await page(path, {}, { headers: { accept: 'text/html' } });
      const policy = (answer.headers.get('content-security-policy') ?? '').split('; ');
      for (const element of ['script', 'style']) {
        const [, own = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(text) ?? [];
        const hash = createHash('sha256').update(own).digest('base64');
        expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
      }
      expect(policy).toEqual(expect.arrayContaining(tight));
      // Attributes that the policy would refuse.
      expect(text).not.toMatch(/\s(?:style|on\w+)=/);
    },
  );
});

describe('a hostile Host', () => {
  test.each([`http://a"onfocus=alert(1)"b/`, `http://a'b/`, 'http://a&b;c/', 'http://a`b$c/'])(
    '%s is only text',
    async (url) => {
      const { origin } = new URL(url);
      const { answer, text } = await page(url);
      expect(answer.status).toBe(200);
      expect(text).toContain(`>${escapeHtml(origin)}</code>`);
      expect(answer.headers.get('content-security-policy')).not.toContain(origin);
      expect(text).not.toMatch(/\son\w+=/);
    },
  );

  test('forwarded is only text', async () => {
    const headers = { 'x-forwarded-host': 'a"onfocus=alert(1)"b', 'x-forwarded-proto': 'http' };
    const { text } = await page('/', { trustProxy: 1 }, { headers });
    expect(text).toContain('http://a&quot;onfocus=alert(1)&quot;b');
  });

  test('over a socket injects nothing', async () => {
    const server = await overSocket();
    const body = await new Promise<string>((resolve, reject) => {
      const asked = request(server.origin, { headers: { host: 'x"><script>alert(1)</script>' } }, (answer) => {
        answer.setEncoding('utf8');
        let text = '';
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve(text));
      });
      asked.on('error', reject).end();
    });
    expect(body).not.toContain('<script>alert');
    await server.close();
  });
});

/** The calls to copy at an address. */
const snippetsAt = (url: string): readonly Snippet[] => (api.showcase === undefined ? [] : snippets(url, api.showcase));

describe('calls to copy', () => {
  test.each(["http://a'b", 'http://a$b`c', `http://a"b;c&d`])('are safe in a shell with %s', (url) => {
    const said = execFileSync('sh', ['-c', `printf %s ${shellWord(url)}`], { encoding: 'utf8' });
    expect(said).toBe(url);
  });

  test('are safe in a script', () => {
    const { code = '' } = snippetsAt("http://a'b").find(({ title }) => title.includes('Node')) ?? {};
    expect(code).toContain(`"http://a'b/api`);
  });

  test('create a record that the server takes', async () => {
    const { code = '' } = snippetsAt('http://understudy.local').find(({ title }) => title.includes('Create')) ?? {};
    const [, url = '', body = ''] = /curl '([^']+)'[\s\S]+-d '([^']+)'/.exec(code) ?? [];
    const server = await inProcess();
    const headers = { 'content-type': 'application/json' };
    expect((await server.fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    await server.close();
  });
});
