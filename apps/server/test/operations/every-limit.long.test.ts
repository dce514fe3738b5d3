/** Limits that count accepted writes: on every store, in every order of what can go wrong, and however many write at once. */
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inThisProcess } from '../replicas/in-process.js';
import { stores } from '../stores/stores.js';
import { inProcess, jsonAt, jsonRequest, moveClock, type Target } from '../support.js';
import { SEEDED_KEY, vaultsDomain } from './vaults-domain.js';
import { openOnce } from '../use.js';

const serves = apiOf([...ourDomains, vaultsDomain]);
const MARCELO = 'marcelo.abbott.1@example.com';
const WRITERS = 100;

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer says of a limit. */
async function answerOf(target: Target, path: string, { method = 'GET', body, headers = {} }: Sent = {}) {
  const response = await target.fetch(path, {
    method,
    headers: { authorization: `Bearer ${SEEDED_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { kind, simulated } = (text === '' ? {} : JSON.parse(text)) as { kind?: string; simulated?: boolean };
  return {
    status: response.status,
    kind,
    simulated,
    left: response.headers.get('ratelimit'),
    policy: response.headers.get('ratelimit-policy'),
    after: response.headers.get('retry-after'),
    replayed: response.headers.get('idempotency-replayed'),
  };
}

/** The same again as long as a store has too many writers, as clients do: nothing was written then. */
async function patiently(...call: Parameters<typeof answerOf>): ReturnType<typeof answerOf> {
  for (;;) {
    const answer = await answerOf(...call);
    if (answer.status !== 503) return answer;
  }
}

const coin = (target: Target, worth = 1, headers = {}) =>
  answerOf(target, '/api/vaults/vlt_0001/coins', { method: 'POST', body: { worth }, headers });

async function userOf(target: Target): Promise<Record<string, string>> {
  const login = jsonRequest('POST', { email: MARCELO, password: 'Passw0rd!' });
  const { data } = await jsonAt(target, '/api/auth/login', login);
  return { authorization: `Bearer ${data[0].access_token}` };
}

describe.each(stores)('on %s', (name, open) => {
  let replicas: (Target & { readonly close: () => Promise<void> })[];
  const backend = openOnce(open);
  beforeAll(async () => {
    const start = () => (name === 'memory' ? inProcess({ serves }) : inThisProcess(backend.address, {}, serves));
    replicas = await Promise.all(Array.from({ length: name === 'memory' ? 1 : 3 }, start));
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ close }) => close()));
  });

  const inSandbox = (sandbox: string, replica = 0): Target => ({
    fetch: (path, init) => (replicas[replica % replicas.length] as Target).fetch(`/sandboxes/${sandbox}${path}`, init),
  });
  const advance = (sandbox: string, seconds: number) => moveClock(inSandbox(sandbox), { action: 'advance', seconds });

  it(`accepts no more than the quota of ${WRITERS} writers at once`, { timeout: patient(60_000) }, async () => {
    const user = await userOf(inSandbox('crowd'));
    const all = await Promise.all(
      Array.from({ length: WRITERS }, (_, n) =>
        patiently(inSandbox('crowd', n), '/api/vaults/vlt_0002/coins', {
          method: 'POST',
          body: { worth: 1 + (n % 100) },
          headers: user,
        }),
      ),
    );
    const accepted = all.filter(({ status }) => status === 201);
    const refused = all.filter(({ status }) => status === 429);

    expect([accepted.length, refused.length]).toEqual([40, WRITERS - 40]);
    // Each accepted write has a number of its own.
    const numbers = accepted.map(({ left }) => Number(/r=(\d+)/.exec(left ?? '')?.[1])).toSorted((a, b) => b - a);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, n) => 39 - n));
    for (const { kind, simulated, left, policy, after } of refused) {
      expect({ kind, simulated, left, policy, after }).toEqual({
        kind: 'rate_limit',
        simulated: false,
        left: '"wide";r=0;t=60',
        policy: '"wide";q=40;w=60',
        after: '60',
      });
    }
    await advance('crowd', 59);
    const path = '/api/vaults/vlt_0002';
    expect(await answerOf(inSandbox('crowd', 1), path, { headers: user })).toMatchObject({ left: '"wide";r=0;t=1' });
    await advance('crowd', 1);
    expect(await answerOf(inSandbox('crowd', 2), path, { headers: user })).toMatchObject({ left: '"wide";r=40;t=60' });
  });

  it('counts what is accepted, and nothing else', async () => {
    const of = inSandbox('counted');
    const leftOf = async () => (await answerOf(of, '/api/vaults/vlt_0001')).left;
    expect(await leftOf()).toBe('"narrow";r=5;t=60');
    expect(await coin(of)).toMatchObject({ status: 201, left: '"narrow";r=4;t=60', policy: '"narrow";q=5;w=60' });
    // Refused, read, forced, for show only.
    expect(await coin(of, 1000)).toMatchObject({ status: 400 });
    for (const control of ['simulate_error=server_error', 'simulate_error=malformed']) {
      await of.fetch(
        `/api/vaults/vlt_0001/coins?${control}`,
        jsonRequest('POST', { worth: 7 }, { authorization: `Bearer ${SEEDED_KEY}` }),
      );
    }
    const stale = { method: 'PATCH', body: { title: 'Lead' }, headers: { 'if-match': '"7-00000000"' } };
    expect(await answerOf(of, '/api/vaults/vlt_0001', stale)).toMatchObject({
      status: 412,
      left: '"narrow";r=4;t=60',
    });
    // A repeat of an accepted write is that write.
    const repeat = { 'idempotency-key': 'one' };
    expect(await coin(of, 9, repeat)).toMatchObject({ status: 201, left: '"narrow";r=3;t=60', replayed: null });
    expect(await coin(of, 9, repeat)).toMatchObject({ status: 201, left: '"narrow";r=3;t=60', replayed: 'true' });
    expect(await leftOf()).toBe('"narrow";r=3;t=60');
  });

  it('comes after 404 and 403, and before 412 and 409', async () => {
    const of = inSandbox('order');
    const user = await userOf(of);
    for (const vault of ['vlt_0001', 'vlt_0003', 'vlt_0004']) {
      for (let n = 0; n < 5; n++) {
        const headers = vault === 'vlt_0004' ? await ownerOf(of) : user;
        const unlocked = vault === 'vlt_0003' ? 'keys' : 'coins';
        const path = `/api/vaults/${vault}/${unlocked}`;
        const sent = { method: 'POST', body: { worth: n + 1 }, headers };
        expect((await answerOf(of, path, sent)).status).toBeLessThan(300);
      }
    }
    const rename = { method: 'PATCH', body: { title: 'Tin' } };
    const as = (headers: Record<string, string>) => ({ ...rename, headers });
    expect(await answerOf(of, '/api/vaults/vlt_0009', as(user))).toMatchObject({ status: 404, left: null });
    expect(await answerOf(of, '/api/vaults/vlt_0004', as(user))).toMatchObject({
      status: 403,
      left: '"narrow";r=0;t=60',
    });
    expect(await answerOf(of, '/api/vaults/vlt_0001', { ...rename, body: { title: '' } })).toMatchObject({
      status: 400,
    });
    const stale = { 'if-match': '"7-00000000"' };
    expect(await answerOf(of, '/api/vaults/vlt_0001', as({ ...user, ...stale }))).toMatchObject({ status: 429 });
    expect(await answerOf(of, '/api/vaults/vlt_0003', as(user))).toMatchObject({ status: 429 });
    await advance('order', 60);
    expect(await answerOf(of, '/api/vaults/vlt_0001', as({ ...user, ...stale }))).toMatchObject({ status: 412 });
    expect(await answerOf(of, '/api/vaults/vlt_0003', as(user))).toMatchObject({ status: 409 });
  });

  async function ownerOf(target: Target): Promise<Record<string, string>> {
    const { data } = await jsonAt(target, '/api/oauth/authorize');
    const own = data.find(({ user_id }: { user_id: string }) => user_id === 'usr_0002');
    return { authorization: `Bearer ${own.access_token}` };
  }

  it('is one for all callers where the domain says nothing of it', async () => {
    const of = inSandbox('shakes');
    const shake = () => answerOf(of, '/api/shakes', { method: 'POST', headers: { authorization: '' } });
    const lefts = [await shake(), await shake(), await shake(), await shake()];
    expect(lefts.map(({ status, left }) => [status, left])).toEqual([
      [204, '"shakes";r=2;t=10'],
      [204, '"shakes";r=1;t=10'],
      [204, '"shakes";r=0;t=10'],
      [429, '"shakes";r=0;t=10'],
    ]);
    await advance('shakes', 3);
    expect(await shake()).toMatchObject({ status: 429, after: '7' });
  });
});

it('is said over tRPC, and in the document', async () => {
  await using server = await inProcess({ serves });
  const answer = await server.fetch('/trpc/vaults.shake', jsonRequest('POST', {}));
  expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, '"shakes";r=2;t=10']);
  const { paths, components } = await jsonAt(server, '/openapi.json');
  const { responses } = paths['/api/shakes'].post;
  const counted = Object.entries<{ headers?: object; $ref?: string }>(responses).filter(([, { $ref, headers }]) => {
    const said = $ref === undefined ? headers : components.responses[$ref.split('/').at(-1) ?? ''].headers;
    return ['RateLimit', 'RateLimit-Policy'].every((name) => Object.hasOwn(said ?? {}, name));
  });
  // Every failure that its handler comes to has them, and none of ours.
  expect(counted.map(([status]) => status)).toEqual(
    Object.keys(responses).filter((status) => /^[24]\d\d$/.test(status)),
  );
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['204', '400', '422', '500']));
});
