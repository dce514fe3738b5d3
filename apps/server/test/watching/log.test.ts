/** The log as whoever runs the server reads it: what a line has, what is left out, and that no secret is in it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { hosts, inProcess, overSocket, type TestServer } from '../support.js';
import { eventually } from '../eventually.js';
import { long } from '../long.js';

let server: TestServer;
afterEach(() => server.close());

/** The lines of the log, all of them written. */
async function lines(of: TestServer): Promise<Record<string, unknown>[]> {
  await of.close();
  return of.lines
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Asks one after the other. */
async function ask(of: TestServer, ...asked: readonly (readonly [path: string, headers?: Record<string, string>])[]) {
  for (const [path, headers = {}] of asked) await (await of.fetch(path, { headers })).text();
}

it('has all of a request in a line, also where the answer is one that is kept', async () => {
  server = await overSocket({ log: 'json' });
  const path = '/api/education/courses?per_page=1';
  const since = Date.now();
  const answer = await server.fetch(path);
  const bytes = Buffer.byteLength(await answer.text());
  for (let i = 0; i < 4; i += 1) await ask(server, [path, { 'user-agent': 'shop/1.0', 'x-request-id': `own-${i}` }]);
  const found = await lines(server);
  expect(found).toHaveLength(5);
  for (const [i, line] of found.slice(1).entries()) {
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      method: 'GET',
      target: path,
      status: 200,
      bytes,
      sandbox: 'default',
      operation: 'education.listCourses',
      id: `own-${i}`,
      ms: expect.any(Number),
      client: '127.0.0.1',
      user_agent: 'shop/1.0',
    });
    expect(Date.parse(String(line['time']))).toBeGreaterThanOrEqual(since);
  }
});

it.each(hosts)(
  'names the sandbox, the operation and the kind, and leaves out what there is not (%s)',
  async (_host, start) => {
    server = await start({ log: 'json' });
    await ask(
      server,
      ['/sandboxes/shop/api/education/courses/crs_9999'],
      ['/nowhere'],
      ['/trpc/education.listCourses'],
    );
    const [missing, nowhere, trpc] = await lines(server);
    expect(missing).toMatchObject({
      sandbox: 'shop',
      operation: 'education.getCourse',
      kind: 'not_found',
      status: 404,
    });
    expect(nowhere).not.toHaveProperty('operation');
    expect(trpc).toMatchObject({ operation: 'education.listCourses', status: 200 });
    expect(trpc).not.toHaveProperty('kind');
  },
);

it('masks secrets by name and by shape, as the journal does', async () => {
  server = await inProcess({ log: 'json' });
  const key = `sk_live_${'51HabcdefghijklmnopqrSTUV'}`;
  const agent = { 'user-agent': `app ${key}`, 'x-request-id': key };
  await ask(server, [`/api/education/courses?password=hunter2&q=${key}`, agent]);
  const text = JSON.stringify(await lines(server));
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain(key);
  expect(text).toContain('password=***');
  expect(text).toContain('"user_agent":"app ***"');
});

it('has no line break and no control character of a client', async () => {
  server = await overSocket({ log: 'json' });
  await ask(server, ['/api/education/courses?q=%0a%1b', { 'user-agent': 'a\tb "quoted"' }]);
  expect((await lines(server)).map((line) => line['user_agent'])).toEqual(['a\tb "quoted"']);
  expect(server.lines.join('').trimEnd()).toMatch(/^[\x20-\x7e]*$/);
});

const LEVELS = [
  ['debug', ['debug', 'info', 'info', 'info', 'warn']],
  ['info', ['info', 'info', 'info', 'warn']],
  ['warn', ['warn']],
  ['error', []],
] as const;

it.each(LEVELS)('has with level %s lines of the levels %j', async (logLevel, levels) => {
  server = await inProcess({ log: 'json', logLevel, maxStreams: 0 });
  const failed = '/api/education/courses?simulate_error=server_error';
  await ask(
    server,
    ['/healthz'],
    ['/api/education/courses'],
    ['/api/nowhere'],
    [failed],
    ['/sandboxes/default/requests/stream'],
  );
  expect((await lines(server)).map(({ level }) => level)).toEqual(levels);
});

it('has health checks as such below a path too, and nothing else that is called so', async () => {
  server = await inProcess({ log: 'json', basePath: '/mock' });
  const paths = ['/mock/healthz', '/mock/readyz', '/mock/metrics', '/mock/api/healthz', '/healthz'];
  await ask(server, ...paths.map((path) => [path] as [string]));
  expect((await lines(server)).map(({ target }) => target)).toEqual(['/mock/api/healthz', '/healthz']);
});

/** Faults, and what a line says of an answer of 676 bytes that they strike. */
const ENDINGS = [
  ['truncate;after_bytes=10', { status: 200, bytes: 10, ended: 'cut' }],
  ['close;at=start', { bytes: 0, ended: 'cut' }],
  ['stall;after_bytes=3;seconds=0.1', { status: 200, bytes: 3, ended: 'cut' }],
  ['drip;bytes=400;every=1', { status: 200, bytes: 676 }],
] as const;

it.each(hosts)(
  'says how an answer ended, and what of it went out; of a stream, once it is over (%s)',
  async (_host, start) => {
    server = await start({ log: 'json' });
    const path = '/api/education/courses?per_page=1';
    for (const [fault] of ENDINGS) {
      const answer = await server.fetch(path, { headers: { 'understudy-fault': fault } }).catch(() => undefined);
      await answer?.text().catch(() => undefined);
    }
    const left = new AbortController();
    const stream = await server.fetch('/sandboxes/default/requests/stream', { signal: left.signal });
    await ask(server, [path]);
    const STREAMS = /_request_duration_seconds_count\{operation="sandboxes\.streamRequests",.*\} (?<count>\d+)/;
    const streams = async () => STREAMS.exec(await (await server.fetch('/metrics')).text())?.groups?.['count'];
    expect(await streams()).toBeUndefined();
    left.abort();
    await stream.text().catch(() => undefined);
    await eventually(async () => expect(await streams()).toBe('1'));
    const found = (await lines(server)).filter(({ target }) => target !== '/metrics');
    expect(found).toMatchObject([...ENDINGS.map(([, line]) => line), {}, { status: 200, ended: 'client_left' }]);
    for (const line of found.slice(3, 5)) expect(line).not.toHaveProperty('ended');
  },
);

long('is written after the answers, many lines at once', async () => {
  server = await inProcess({ log: 'json' });
  const asked = Array.from({ length: 500 }, () => server.fetch('/api/education/courses?per_page=1'));
  await Promise.all(asked);
  await nextTurn();
  expect(server.lines.length).toBeGreaterThan(0);
  expect(server.lines.length).toBeLessThan(20);
  expect(await lines(server)).toHaveLength(500);
});
