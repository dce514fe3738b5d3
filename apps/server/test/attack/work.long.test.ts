/** Much work for a small request: others are served meanwhile, and what nobody waits for is not done. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { overSocket } from '../support.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

/** Five times what a stretch of work may take, for machines that do other things as well. */
const STANDSTILL_MS = patient(250);

const server = openEach(() => overSocket({ log: 'json', size: 'students=100000,users=200000' }));

const post = (path: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...init,
  });

/** Logins that each need a hash of their own. */
const logins = (count: number, of = '') =>
  Array.from({ length: count }, (_, i) => ({ op: 'login', email: 'a', password: `${of} ${i}` }));

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/** The longest time for which the event loop stood still while something ran, in ms. */
async function standstill(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // It compares with the time before, so it must have ticked once; and once more when all is done.
  await tick();
  await work();
  await tick();
  delay.disable();
  return delay.max / 1e6;
}

describe('hashing', () => {
  it('keeps no writer waiting, and is refused where one request asks for too much', async () => {
    const batches = Object.fromEntries(Array.from({ length: 34 }, (_, i) => [i, { operations: logins(50, `${i}`) }]));
    const path = `/trpc/${Array.from({ length: 34 }, () => 'auth.runBatch').join(',')}?batch=1`;
    let isOver = false;
    const flood = post(path, batches).finally(() => {
      isOver = true;
    });
    // Whoever comes later is done long before it.
    for (let i = 0; i < 10; i++) expect((await post('/api/education/courses', course)).status).toBe(200);
    const login = await post('/api/auth/login', { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' });
    expect(login.status).toBe(200);
    expect(isOver).toBe(false);
    const answers = (await (await flood).json()) as { error?: { data: { problem: object } } }[];
    const refused = answers.flatMap(({ error }) => error?.data.problem ?? []);
    expect(answers.length - refused.length).toBe(4);
    expect(refused).toHaveLength(30);
    for (const problem of refused) expect(problem).toMatchObject({ kind: 'service_unavailable' });
  });

  it('ends when the client hangs up, and writes nothing', async () => {
    const client = new AbortController();
    const user = { op: 'register', password: 'correct horse', name: 'U' };
    const operations = Array.from({ length: 50 }, (_, i) => ({ ...user, email: `u${i}@example.com` }));
    const asked = post('/api/auth/batch', { operations }, { signal: client.signal });
    // Once another login was hashed, the batch is under way.
    await post('/api/auth/login', { email: 'nobody@example.com', password: 'x' });
    client.abort();
    await expect(asked).rejects.toThrow();
    await eventually(() => expect(server.lines.join('')).toMatch(/"target":"\/api\/auth\/batch","status":504/));
    expect(server.revision()).toBe(0);
  });
});

describe('what takes long to look up', () => {
  const get = async (path: string): Promise<number> => {
    const { status } = await server.fetch(path, { headers: { accept: 'application/json' } });
    return status;
  };

  it.each([
    ['relations over all enrollments', '/api/education/grades'],
    ['a user who goes before all others', '/api/oauth/authorize?login_hint=usr_199991'],
  ])('%s: others are served meanwhile', async (_what, path) => {
    const stood = await standstill(async () => expect(await get(path)).toBe(200));
    expect(stood).toBeLessThan(STANDSTILL_MS);
  });

  it('a search where a writer never pauses: others are served meanwhile', async () => {
    const over = new AbortController();
    const stood = await standstill(async () => {
      const search = get('/api/auth/users?q=zzzz').finally(() => over.abort());
      for (let i = 0; !over.signal.aborted; i++) {
        const body = JSON.stringify({ name: `Name ${i}` });
        await server.fetch('/api/auth/users/usr_0002', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body,
        });
      }
      expect(await search).toBe(200);
    });
    expect(stood).toBeLessThan(STANDSTILL_MS);
  });
});
