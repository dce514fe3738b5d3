/** The fetch with a browser's CORS rules: the rules themselves, and the server's table of cors controls. */
import { createUnderstudy } from '@understudy/server';
import { describe, expect, test } from 'vitest';
import { createClient, isApiError } from '../src/index.js';
import { corsFetch } from '../src/testing.js';
import { baseUrl, failureOf, json, noWaiting, recorded } from './server.js';

const page = 'https://shop.example';
const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;

/** The real server, seen from a page of some origin. */
function seenFrom(origin: string) {
  const { fetch } = createUnderstudy({ log: 'off', corsAllow: 'https://mine.example' });
  const server = recorded(fetch);
  const api = createClient({ baseUrl, fetch: corsFetch(origin, server.fetch), ...noWaiting() });
  return { ...server, api };
}

describe('against the real server', () => {
  // The table of the API's CORS section: which requests a page of which origin gets through.
  test.each([
    [undefined, page, { read: true, write: true, token: true }],
    ['restrict', page, { read: false, write: false, token: false }],
    ['restrict', 'https://allowed.example', { read: true, write: true, token: true }],
    ['restrict', 'https://mine.example', { read: true, write: true, token: true }],
    ['preflight', page, { read: true, write: false, token: false }],
    ['preflight', 'https://allowed.example', { read: true, write: false, token: false }],
    ['restrict', baseUrl, { read: true, write: true, token: true }],
    ['preflight', baseUrl, { read: true, write: true, token: true }],
  ] as const)('cors=%s from %s: %o', async (cors, origin, expected) => {
    const { api } = seenFrom(origin);
    const got = async (call: PromiseLike<unknown>) => {
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error !== undefined && !isApiError(error, 'network')) throw error;
      return error === undefined;
    };
    expect({
      read: await got(api.education.listCourses({}, { cors })),
      write: await got(api.education.createCourse(course, { cors })),
      token: await got(api.withToken('any').education.listCourses({}, { cors })),
    }).toEqual(expected);
  });

  test('a simple read has no preflight, a write has one that asks for what it needs', async () => {
    const { api, sent } = seenFrom(page);
    await api.education.listCourses();
    await api.education.createCourse(course, { idempotencyKey: 'once' });
    expect(sent.map(({ method, headers }) => [method, headers['origin']])).toEqual([
      ['GET', page],
      ['OPTIONS', page],
      ['POST', page],
    ]);
    expect(sent[1]?.headers).toMatchObject({
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    });
    expect(sent[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('a page sees the headers that are exposed, and no others', async () => {
    const { api } = seenFrom(page);
    const { response } = await api.education.listCourses({}, { paginationStyle: 'link' }).withResponse();
    const readable = ['cache-control', 'content-length', 'content-range', 'content-type', 'etag', 'link'];
    expect([...response.headers.keys()].toSorted()).toEqual(
      [...readable, 'server-timing', 'x-request-id', 'x-total-count'].toSorted(),
    );
    expect(response.type).toBe('cors');
  });

  test('failures are readable, with Retry-After', async () => {
    const { api } = seenFrom(page);
    const error = await failureOf(api.education.listCourses({}, { simulateError: 'rate_limit' }));
    expect(isApiError(error, 'rate_limit') && error.retryAfterMs).toBe(1000);
  });

  test('a refusal is a TypeError as in a browser, whose cause says more', async () => {
    const { api } = seenFrom(page);
    const error = await failureOf(api.education.listCourses({}, { cors: 'restrict' }));
    if (!isApiError(error, 'network')) throw error;
    expect(error.cause).toEqual(new TypeError('Failed to fetch'));
    expect(error.message).toContain("the response: it has no 'Access-Control-Allow-Origin' header");
    const write = await failureOf(api.education.createCourse(course, { cors: 'preflight' }));
    expect(String(write)).toContain("the preflight: its 'Access-Control-Allow-Headers' does not name content-type");
  });
});

describe('the rules', () => {
  const url = 'https://api.example/x';
  const answered = (headers: Record<string, string>, status = 200) =>
    recorded(async () => json({}, { headers, status })());
  const allow = (more: Record<string, string>) => ({ 'access-control-allow-origin': '*', ...more });

  test.each([
    ['a plain GET', {}, []],
    ['safelisted headers', { headers: { accept: 'application/json', 'accept-language': 'de, en;q=0.5' } }, []],
    ['a form', { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: 'x' }, []],
    ['JSON', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }, ['content-type']],
    ['a token', { headers: { authorization: 'Bearer x' } }, ['authorization']],
    ['a header of its own', { headers: { 'x-b': '1', 'x-a': '1' } }, ['x-a', 'x-b']],
    ['an unsafe byte', { headers: { accept: 'text/html; q="1"' } }, ['accept']],
    ['a value that is too long', { headers: { accept: 'a'.repeat(129) } }, ['accept']],
    ['a language with other bytes', { headers: { 'content-language': 'en_GB' } }, ['content-language']],
    ['a simple range', { headers: { range: 'bytes=0-99' } }, []],
    ['a range from the end', { headers: { range: 'bytes=-99' } }, ['range']],
    ['what only a browser sets', { headers: { cookie: 'a=1', 'sec-x': '1', host: 'other' } }, []],
  ])('%s needs a preflight for %j', async (_, init, unsafe) => {
    const { fetch, sent } = answered(
      allow({ 'access-control-allow-headers': unsafe.join(), 'access-control-allow-methods': '*' }),
    );
    await corsFetch(page, fetch)(new Request(url, init));
    expect(sent[0]?.headers['access-control-request-headers']).toBe(unsafe.length === 0 ? undefined : unsafe.join());
    expect(sent.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  const include = { credentials: 'include' } as const;
  const own = { 'access-control-allow-origin': page };
  const withCredentials = { ...own, 'access-control-allow-credentials': 'true' };

  test.each([
    ['any origin', {}, allow({}), true],
    ['this origin', {}, own, true],
    ['another origin', {}, { 'access-control-allow-origin': 'https://other.example' }, false],
    ['no origin', {}, {}, false],
    ['null', {}, { 'access-control-allow-origin': 'null' }, false],
    ['any origin, with credentials', include, allow({ 'access-control-allow-credentials': 'true' }), false],
    ['this origin, with credentials unmentioned', include, own, false],
    ['this origin, with credentials', include, withCredentials, true],
    [
      'this origin, with credentials in capitals',
      include,
      { ...own, 'access-control-allow-credentials': 'TRUE' },
      false,
    ],
    ['any method', { method: 'PUT' }, allow({ 'access-control-allow-methods': '*' }), true],
    ['this method among others', { method: 'PUT' }, allow({ 'access-control-allow-methods': 'GET, PUT' }), true],
    ['another method', { method: 'PUT' }, allow({ 'access-control-allow-methods': 'POST' }), false],
    [
      'any method, with credentials',
      { method: 'PUT', ...include },
      { ...withCredentials, 'access-control-allow-methods': '*' },
      false,
    ],
    ['any header', { headers: { 'x-a': '1' } }, allow({ 'access-control-allow-headers': '*' }), true],
    [
      'any header for a token',
      { headers: { authorization: 'x' } },
      allow({ 'access-control-allow-headers': '*' }),
      false,
    ],
    [
      'a token by name',
      { headers: { authorization: 'x' } },
      allow({ 'access-control-allow-headers': 'Authorization' }),
      true,
    ],
    ['another header', { headers: { 'x-a': '1' } }, allow({ 'access-control-allow-headers': 'x-b' }), false],
    ['another mode', { mode: 'same-origin' } as const, allow({}), false],
  ])('what allows %s', async (_, init, headers, isRead) => {
    const read = corsFetch(page, answered(headers).fetch)(new Request(url, init));
    if (isRead) expect((await read).status).toBe(200);
    else await expect(read).rejects.toThrow(TypeError);
  });

  test('a preflight must succeed, and what it forbids is not sent', async () => {
    const { fetch, sent } = answered(allow({ 'access-control-allow-methods': 'DELETE' }), 403);
    await expect(corsFetch(page, fetch)(new Request(url, { method: 'DELETE' }))).rejects.toThrow('Failed to fetch');
    expect(sent.map(({ method }) => method)).toEqual(['OPTIONS']);
  });

  test('a star exposes every header but cookies, unless credentials go along', async () => {
    const exposing = { 'x-a': '1', etag: 'W/"1"', 'set-cookie': 'a=1', 'access-control-expose-headers': '*' };
    const keys = async (init: RequestInit, headers: Record<string, string>) => {
      const { fetch } = answered({ ...exposing, ...headers });
      return [...(await corsFetch(page, fetch)(new Request(url, init))).headers.keys()];
    };
    expect(await keys({}, own)).toEqual(expect.arrayContaining(['etag', 'x-a']));
    expect(await keys({}, own)).not.toContain('set-cookie');
    expect(await keys(include, withCredentials)).toEqual(['content-type']);
  });

  test('on its own origin a page asks for nothing and sees everything', async () => {
    const { fetch, sent } = answered({ 'x-a': '1' });
    const mine = corsFetch('https://api.example', fetch);
    expect((await mine(new Request(url))).headers.get('x-a')).toBe('1');
    await mine(new Request(url, { method: 'PUT', headers: { 'x-b': '1' } }));
    expect(sent.map(({ method, headers }) => [method, headers['origin']])).toEqual([
      ['GET', undefined],
      ['PUT', 'https://api.example'],
    ]);
  });
});
