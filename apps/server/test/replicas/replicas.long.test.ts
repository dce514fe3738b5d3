/** Three replicas on one PostgreSQL: what one acknowledges all know at once, and no invariant is broken between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptySchema } from '../postgres/schemas.js';
import { type Answered, ask, create, revision, SAME, startReplicas, titles } from './cluster.js';

let address: string;
let replicas: SpawnedServer[];
let next = 0;

/** The replicas one after the other, as a load balancer hands out requests. */
function anyone(): SpawnedServer {
  const replica = replicas[next++ % replicas.length];
  if (replica === undefined) throw new Error('no replica is left');
  return replica;
}

beforeAll(async () => {
  address = await emptySchema();
  // All at once on an empty database: one makes the tables, the others wait for them.
  replicas = await startReplicas(address, 3);
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));

/** Whether a replica lists a sandbox. */
async function listed(replica: SpawnedServer, name: string): Promise<boolean> {
  const { json } = await ask(replica, 'GET', `/sandboxes?per_page=50&q=${name}`);
  return JSON.stringify(json).includes(`"name":"${name}"`);
}

const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted();

it('shows every acknowledged write on every replica, while all of them write', async () => {
  const base = '/sandboxes/ryw';
  const writer = async (name: string): Promise<void> => {
    for (let i = 0; i < 12; i++) {
      const id = await create(anyone(), base, `${name}-${i}`);
      const path = `${base}/api/education/courses/${id}`;
      const seen = await Promise.all(replicas.map((replica) => ask(replica, 'GET', path)));
      expect(statuses(seen)).toEqual([200, 200, 200]);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(writer));
  for (const replica of replicas) {
    expect(await revision(replica, 'ryw')).toBe(60);
    expect(new Set(await titles(replica, base)).size).toBe(60);
  }
});

it('serves kept answers only as long as they are true', async () => {
  const base = '/sandboxes/kept';
  const read = async (): Promise<number[]> => {
    const path = `${base}/api/education/courses`;
    const all = await Promise.all(replicas.map((replica) => ask(replica, 'GET', path)));
    return all.map(({ json }) => (json as { pagination: { total: number } }).pagination.total);
  };
  for (let i = 0; i < 4; i++) {
    // Asked three times: from the second time on the answer is kept.
    for (let n = 0; n < 3; n++) expect(await read()).toEqual([200 + i, 200 + i, 200 + i]);
    await create(anyone(), base, `kept-${i}`);
  }
});

it('knows on every replica what was configured, used and forgotten on another', async () => {
  const path = '/sandboxes/conf';
  const at = (i: number): SpawnedServer => replicas[i % replicas.length] ?? anyone();
  expect((await ask(at(0), 'GET', path)).json).toMatchObject({ data: { revision: 0 } });
  await ask(at(0), 'PUT', path, { body: { seed: 'other', sizes: { students: 3 } } });
  for (const replica of replicas) {
    expect((await ask(replica, 'GET', path)).json).toMatchObject({ data: { seed: 'other', sizes: { students: 3 } } });
    const { json } = await ask(replica, 'GET', `${path}/api/education/students`);
    expect(json).toMatchObject({ pagination: { total: 3 } });
    expect(await listed(replica, 'conf')).toBe(true);
  }
  await create(at(1), path, 'One');
  await ask(at(2), 'POST', `${path}/reset`);
  expect(await revision(at(0), 'conf')).toBe(0);
  await ask(at(1), 'DELETE', path);
  for (const one of replicas) expect(await listed(one, 'conf')).toBe(false);
  // Reading brings nothing into being, on the replica that was asked as little as on the others.
  expect((await ask(at(2), 'GET', `${path}/api/education/students`)).status).toBe(200);
  for (const one of replicas) expect(await listed(one, 'conf')).toBe(false);
  // A copy made on one replica of what was written on another.
  await create(at(0), path, 'Two');
  expect((await ask(at(1), 'PUT', '/sandboxes/copy', { body: { from: 'conf' } })).status).toBe(200);
  expect(await titles(at(2), '/sandboxes/copy')).toEqual(['Two']);
});

it('winds the one clock of a sandbox', async () => {
  const [one, two] = replicas as [SpawnedServer, SpawnedServer];
  await ask(one, 'POST', '/sandboxes/clock/clock', { body: { action: 'advance', seconds: 60 } });
  const { json } = await ask(two, 'GET', '/sandboxes/clock');
  expect(json).toMatchObject({ data: { clock: { now: '2026-03-01T12:01:00.000Z' } } });
});

describe('invariants', () => {
  it('registers one user for one e-mail', async () => {
    for (const email of ['ann@example.com', 'ben@example.com', 'cleo@example.com']) {
      const registrations = Array.from({ length: 9 }, (_, i) => {
        const body = { email, password: 'Passw0rd!', name: `Name ${i}` };
        return ask(anyone(), 'POST', '/sandboxes/mail/api/auth/register', { body });
      });
      expect(statuses(await Promise.all(registrations))).toEqual([200, ...Array.from({ length: 8 }, () => 409)]);
    }
  });

  it('gives ten seats to ten of many who register at once', async () => {
    const base = '/sandboxes/seats/api/events';
    const events = async () =>
      (await ask(anyone(), 'GET', `${base}?per_page=50`)).json as {
        data: { id: string; available: number; status: string; registered_count: number; capacity: number }[];
      };
    const open = (await events()).data.filter(({ status, available }) => status === 'scheduled' && available >= 10);
    const [event] = open.toSorted((a, b) => a.available - b.available);
    const register = async (i: number): Promise<Answered> => {
      const body = { name: `Person ${i}`, email: `person${i}@example.com` };
      const answer = await ask(anyone(), 'POST', `${base}/${event?.id}/registrations`, { body });
      if (answer.status !== 503) return answer;
      // Too many wait: as Retry-After says.
      await sleep(1000);
      return register(i);
    };
    const early = (event?.available ?? 0) - 10;
    for (let i = 0; i < early; i++) expect((await register(1000 + i)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => register(i)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(10);
    expect(new Set(statuses(answers))).toEqual(new Set([200, 409]));
    const after = (await events()).data.find(({ id }) => id === event?.id);
    expect(after).toMatchObject({ available: 0, registered_count: event?.capacity });
    expect(await revision(anyone(), 'seats')).toBe(early + 10);
  });

  it('lets slow handlers through, while quick ones write all the time', async () => {
    const [one, two, three] = replicas as [SpawnedServer, SpawnedServer, SpawnedServer];
    const done = new AbortController();
    const quick = async (replica: SpawnedServer, name: string): Promise<void> => {
      for (let i = 0; !done.signal.aborted; i++)
        expect(await create(replica, '/sandboxes/busy', `${name}${i}`)).toBeDefined();
    };
    const busy = Promise.all([quick(one, 'a'), quick(one, 'b'), quick(two, 'c'), quick(two, 'd')]);
    const registrations = Array.from({ length: 10 }, (_, i) => {
      const body = { email: `slow${i}@example.com`, password: 'Passw0rd!', name: 'Slow' };
      return ask(three, 'POST', '/sandboxes/busy/api/auth/register', { body });
    });
    const answers = await Promise.all(registrations);
    done.abort();
    await busy;
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });

  it('gives one effect to one Idempotency-Key in flight on all replicas', async () => {
    for (const key of ['k1', 'k2', 'k3']) {
      const body = { title: key, category: 'K', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 };
      const sent = Array.from({ length: 9 }, () =>
        ask(anyone(), 'POST', '/sandboxes/keys/api/education/courses', { body, key }),
      );
      const answers = await Promise.all(sent);
      expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length).toBe(8);
    }
    expect(await revision(anyone(), 'keys')).toBe(3);
  });

  it('reports no failure, and replays no answer, of a state that is over', async () => {
    const [one, two] = replicas as [SpawnedServer, SpawnedServer];
    const base = '/sandboxes/over';
    const register = (name: string, key?: string) => {
      const body = { email: 'ann@example.com', password: 'Passw0rd!', name };
      return ask(one, 'POST', `${base}/api/auth/register`, { body, key });
    };
    for (const [round, key] of [undefined, 'k', undefined, 'k'].entries()) {
      // After some writes without others the first replica no longer asks before it runs a handler.
      for (let i = 0; i < 3; i++) await create(one, base, `${round}-${i}`);
      expect((await register('Ann', key)).status).toBe(200);
      expect((await register('Ann', key)).headers.get('idempotency-replayed')).toBe(key === undefined ? null : 'true');
      expect((await register('Bea')).status).toBe(409);
      await ask(two, 'POST', `${base}/reset`);
      const again = key === undefined ? await register('Bea') : await register('Ann', key);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
      await ask(two, 'POST', `${base}/reset`);
    }
  });

  const client = { client_id: 'understudy-web', client_secret: 'understudy-secret' };
  const redirect = { redirect_uri: 'http://127.0.0.1:3000/callback' };
  const token = (form: Record<string, string>) =>
    ask(anyone(), 'POST', '/sandboxes/codes/api/oauth/token', { body: new URLSearchParams({ ...client, ...form }) });

  async function code(): Promise<string> {
    const asked = { client_id: client.client_id, ...redirect, response_type: 'code', scope: 'openid profile' };
    const { json } = await ask(anyone(), 'GET', `/sandboxes/codes/api/oauth/authorize?${new URLSearchParams(asked)}`);
    return (json as { data: [{ code: string }] }).data[0].code;
  }

  it('redeems a code once, and ends what it gave when it is tried again elsewhere', async () => {
    const form = { grant_type: 'authorization_code', code: await code(), ...redirect };
    const answers = await Promise.all(Array.from({ length: 6 }, () => token(form)));
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400, 400]);
    const json: Record<string, unknown> = answers.find(({ status }) => status === 200)?.json ?? {};
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: String(json['refresh_token']) });
    expect(refreshed.status).toBe(400);
  });

  it('rotates a refresh token once, and ends its family when it is used twice', async () => {
    const first = await token({ grant_type: 'authorization_code', code: await code(), ...redirect });
    const used = { grant_type: 'refresh_token', refresh_token: String(first.json['refresh_token']) };
    const second = await token(used);
    expect(second.status).toBe(200);
    const rotated = { grant_type: 'refresh_token', refresh_token: String(second.json['refresh_token']) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => token(rotated)));
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400, 400]);
    const json: Record<string, unknown> = answers.find(({ status }) => status === 200)?.json ?? {};
    const last = await token({ grant_type: 'refresh_token', refresh_token: String(json['refresh_token']) });
    expect(last.status).toBe(400);
  });
});

it('holds the limit on sandboxes for all replicas together', async () => {
  const own = await emptySchema();
  const pair = await Promise.all([1, 2].map(() => spawnServer([...SAME, '--store', own, '--max-sandboxes', '4'])));
  const [one, two] = pair as [SpawnedServer, SpawnedServer];
  const use = async (replica: SpawnedServer, name: string) =>
    (await ask(replica, 'POST', `/sandboxes/${name}/clock`, { body: { action: 'freeze' } })).status;
  expect([await use(one, 'a'), await use(two, 'b'), await use(one, 'c')]).toEqual([200, 200, 200]);
  expect([await use(one, 'd'), await use(two, 'd')]).toEqual([507, 507]);
  expect((await ask(one, 'GET', '/sandboxes/d/api/education/courses')).status).toBe(200);
  expect([await use(two, 'a'), await use(one, 'b')]).toEqual([200, 200]);
  await ask(one, 'DELETE', '/sandboxes/a');
  expect([await use(two, 'd'), await use(one, 'e')]).toEqual([200, 507]);
  await Promise.all(pair.map((replica) => replica.stop()));
});

it('loses no acknowledged write when one replica is killed under load', async () => {
  const base = '/sandboxes/killed';
  const victim = await spawnServer([...SAME, '--store', address]);
  const acknowledged: string[] = [];
  let isOver = false;
  const writer = async (replica: SpawnedServer, name: string): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      if ((await create(replica, base, `${name}-${i}`)) === undefined) return;
      acknowledged.push(`${name}-${i}`);
      if (acknowledged.length === 60) void victim.stop('SIGKILL');
      isOver = acknowledged.length > 150;
    }
  };
  const all = [victim, victim, ...replicas, ...replicas];
  await Promise.all(all.map((replica, i) => writer(replica, `w${i}`)));
  for (const replica of replicas) {
    const found = await titles(replica, base);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    expect(await revision(replica, 'killed')).toBe(found.length);
  }
});
