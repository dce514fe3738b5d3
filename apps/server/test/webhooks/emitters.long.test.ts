/** Emitters: each record that is created sends its event, once; both are written, or neither is. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Snapshot, webhookEvents } from '@understudy/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { course, send } from '../sandboxes/client.js';
import { type Fault, FaultyStore } from '../stores/faulty-store.js';
import { inProcess, jsonRequest, NOW, type TestServer } from '../support.js';
import { register, registrations } from './hooks.js';
import { type Receiver, startReceiver } from './receiver.js';
import { openEach } from '../use.js';

const user = { email: 'ada@example.test', password: 'correct horse', name: 'Ada' };
const guest = { name: 'Ada', email: 'ada@example.test' };

const emitters = [
  ['user.created', '/api/auth/register', user, 'users'],
  ['course.created', '/api/education/courses', course, 'courses'],
  [
    'enrollment.created',
    '/api/education/enrollments',
    { student_id: 'stu_0400', course_id: 'crs_0002' },
    'enrollments',
  ],
  ['event.registration.created', '/api/events/event_0001/registrations', guest, 'event_registrations'],
  [
    'event.registration.waitlisted',
    '/api/events/event_0002/registrations',
    { ...guest, waitlist: true },
    'event_registrations',
  ],
] as const;

let store: FaultyStore;
beforeEach(async () => {
  store = new FaultyStore();
});
const server = openEach(() => inProcess({ store }));

interface Kept {
  readonly created: number;
  readonly events: number;
}

/** How many records of a collection were created, and how many events were sent, as the store has it. */
async function kept(collection: string, from = server): Promise<Kept> {
  const { json } = await send(from, 'GET', '/sandboxes/default/snapshot');
  const { records } = json as Snapshot;
  const webhooks = records.filter((record) => record.collection === 'webhook_registrations');
  return {
    created: records.filter((record) => record.collection === collection && record.order !== null).length,
    events: webhooks.reduce((sum, { value }) => sum + (value as { deliveries: { total: number } }).deliveries.total, 0),
  };
}

describe.each(emitters)('%s', (type, path, body, collection) => {
  const listen = () => register(server, 'http://127.0.0.1:9/', { events: [type] });
  const create = (headers = {}, query = '') => send(server, 'POST', path + query, body, headers);

  it('is delivered with the record that was created', async () => {
    await using receiver = await startReceiver();
    await using real = await inProcess({ webhookDelivery: 'on' });
    await register(real, receiver.url, { events: [type] });
    await register(real, `${receiver.url}/others`, { events: ['other.type'] });
    const { json, status } = await send(real, 'POST', path, body);
    expect(status).toBe(200);
    await real.idle();
    expect(receiver.received).toHaveLength(1);
    const event = JSON.parse(receiver.received[0]?.body.toString() ?? '') as { data: { object: object } };
    const { data } = json as { data: [{ id: string }] };
    expect(event).toMatchObject({ object: 'event', type, timestamp: NOW, data: { object: { id: data[0].id } } });
    expect(event.data.object).toMatchObject(type === 'user.created' ? { email: user.email } : data[0]);
    expect(webhookEvents[type].parse(event)).toEqual(event);
    expect(JSON.stringify(event)).not.toMatch(/password|scrypt/);
  });

  it('is sent once, whatever is repeated or replayed', async () => {
    await listen();
    const key = { 'idempotency-key': 'k' };
    expect((await create(key)).status).toBe(200);
    expect(await kept(collection)).toEqual({ created: 1, events: 1 });
    expect((await create(key)).headers.get('idempotency-replayed')).toBe('true');
    expect([200, 409]).toContain((await create()).status);
    // Without a key each course is another one; everything else is there once.
    const isEachNew = type === 'course.created';
    expect(await kept(collection)).toEqual(isEachNew ? { created: 2, events: 2 } : { created: 1, events: 1 });
    expect([200, 409]).toContain((await create()).status);
    expect(await kept(collection)).toEqual(isEachNew ? { created: 3, events: 3 } : { created: 1, events: 1 });
  });

  it('is sent once by many who create the same at once', async () => {
    await listen();
    await Promise.all(Array.from({ length: 20 }, () => create({ 'idempotency-key': 'k' })));
    expect(await kept(collection)).toEqual({ created: 1, events: 1 });
  });

  it.each(['server_error', 'timeout', 'malformed', 'rate_limit', 'service_unavailable'])(
    'is not sent by the forced failure %s',
    async (failure) => {
      await listen();
      const before = store.attempts;
      await server.fetch(`${path}?simulate_error=${failure}`, jsonRequest('POST', body));
      expect(store.attempts).toBe(before);
      expect(await kept(collection)).toEqual({ created: 0, events: 0 });
    },
  );

  it('leaves no trace where nobody wants it', async () => {
    await create();
    const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
    const collections = (json as Snapshot).records.map((record) => record.collection);
    expect(collections).not.toContain('sequences');
    expect(await kept(collection)).toEqual({ created: 1, events: 0 });
  });

  it.each<[string, readonly Fault[]]>([
    ['conflicts', ['conflict', 'conflict', 'none']],
    ['a store that is away', ['unavailable']],
    ['an answer that is lost', ['lost answer']],
    ['all of it', ['conflict', 'unavailable', 'conflict', 'lost answer']],
  ])('stands or falls with its record through %s', async (_what, writes) => {
    await listen();
    store.writes.push(...writes);
    const headers = { 'idempotency-key': 'k' };
    for (let i = 0; i < 4; i++) {
      const { status } = await create(headers);
      // A look from another process, which knows only what the store has.
      const replica = new FaultyStore();
      Object.assign(replica, { inner: store.inner });
      const other = await inProcess({ store: replica });
      const { created, events } = await kept(collection, other);
      expect(events).toBe(created);
      if (status === 200) expect(created).toBe(1);
      else expect(status).toBe(503);
    }
    expect(store.writes).toEqual([]);
    expect(await kept(collection)).toEqual({ created: 1, events: 1 });
  });
});

describe('a batch of users', () => {
  it('sends one event for each who was created', async () => {
    await register(server, 'http://127.0.0.1:9/', { events: ['user.created'] });
    const operations = [
      { op: 'register', ...user, email: 'a@example.test' },
      { op: 'register', ...user, email: 'b@example.test' },
      { op: 'register', ...user, email: 'A@example.test' },
    ];
    const { status, json } = await send(server, 'POST', '/api/auth/batch', { operations });
    expect([status, json]).toEqual([200, expect.anything()]);
    expect(await kept('users')).toEqual({ created: 2, events: 2 });
  });
});

describe('real delivery on a store with faults', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse(NOW) }));
  afterEach(() => void vi.useRealTimers());

  /** Writes of one delivery: the record with its event, the claim, what came of it. */
  it.each<[string, readonly Fault[], number]>([
    ['the claim meets a conflict', ['none', 'conflict'], 1],
    ['the claim finds no store', ['none', 'unavailable'], 1],
    ['the answer to the claim is lost', ['none', 'lost answer'], 1],
    ['recording meets a conflict', ['none', 'none', 'conflict'], 1],
  ])('delivers where %s', async (_what, writes, times) => {
    await using receiver = await startReceiver();
    await using real = await inProcess({ store, webhookDelivery: 'on' });
    await register(real, receiver.url);
    store.writes.push(...writes);
    const { status } = await send(real, 'POST', '/api/education/courses', course);
    expect(status).toBe(200);
    await real.idle();
    // What is left waits for a moment, or for the end of the lease: nobody asks the store again and again.
    const attempts = store.attempts;
    await real.idle();
    expect(store.attempts).toBe(attempts);
    for (let i = 0; i < 4; i++) {
      vi.advanceTimersByTime(31_000);
      await real.idle();
    }
    expect(receiver.received).toHaveLength(times);
    const { json } = await send(real, 'GET', '/api/webhooks/registrations');
    expect(json).toMatchObject({ data: [{ deliveries: { total: 1, succeeded: 1, failed: 0, pending: 0 } }] });
  });

  describe('that goes away once a delivery was made', () => {
    const away = (times: number): Fault[] => Array.from({ length: times }, () => 'unavailable');
    let receiver: Receiver;
    let real: TestServer;
    /** Writes to the store up to the claim: the registration, the record with its event, the claim. */
    const CLAIMED = 3;
    /** Settles once it was tried so often to record what came of it; `expect.poll` would have the faked time go by. */
    const tried = async (times: number) => {
      while (store.attempts < CLAIMED + times) await nextTurn();
      await nextTurn();
    };
    const begin = async (faults: readonly Fault[]) => {
      receiver = await startReceiver();
      real = await inProcess({ store, webhookDelivery: 'on' });
      await register(real, receiver.url);
      store.writes.push('none', 'none', ...faults);
      await send(real, 'POST', '/api/education/courses', course);
      await tried(1);
    };
    afterEach(async () => {
      await real.close();
      await receiver.close();
    });
    const deliveries = async () => (await registrations(real))[0]?.deliveries;
    const SUCCEEDED = { total: 1, succeeded: 1, failed: 0, pending: 0 };

    it('is asked again each second, and the delivery is not made again', async () => {
      await begin(away(2));
      expect(await deliveries()).toMatchObject({ succeeded: 0, pending: 1 });
      vi.advanceTimersByTime(999);
      expect(store.attempts).toBe(CLAIMED + 1);
      vi.advanceTimersByTime(1);
      await tried(2);
      vi.advanceTimersByTime(1000);
      await real.idle();
      expect([await deliveries(), store.attempts]).toEqual([SUCCEEDED, CLAIMED + 3]);
      expect(receiver.received).toHaveLength(1);
    });

    it('may have recorded it all the same: it is counted once', async () => {
      await begin(['lost answer']);
      vi.advanceTimersByTime(1000);
      await real.idle();
      expect([await deliveries(), receiver.received.length]).toEqual([SUCCEEDED, 1]);
    });

    it('is given up at the end of the lease, and the delivery is made again: at least once is what is promised', async () => {
      await begin(away(100));
      for (let second = 2; second <= 30; second++) {
        vi.advanceTimersByTime(1000);
        await tried(second);
      }
      store.writes.length = 0;
      vi.advanceTimersByTime(1000);
      // Its next look is a second later.
      await real.idle();
      vi.advanceTimersByTime(1000);
      await receiver.reached(2);
      await real.idle();
      expect(await deliveries()).toEqual(SUCCEEDED);
      expect(receiver.received).toHaveLength(2);
    });

    it('keeps no process that stops', async () => {
      await begin(away(100));
      await real.close();
      expect(store.attempts).toBe(CLAIMED + 1);
    });
  });

  it('is recorded by a process that stops, where the answer comes in its last moments', async () => {
    let answer = () => undefined as unknown;
    await using receiver = await startReceiver((response) => (answer = () => response.writeHead(204).end()));
    store.inner.close = async () => undefined;
    const one = await inProcess({ store, webhookDelivery: 'on' });
    await register(one, receiver.url, { events: ['a.b'] });
    await send(one, 'POST', '/api/webhooks/test/a.b');
    await receiver.reached(1);
    const closed = one.close();
    answer();
    await closed;
    const { json } = await send(await inProcess({ store }), 'GET', '/api/webhooks/registrations');
    expect(json).toMatchObject({ data: [{ deliveries: { total: 1, succeeded: 1, failed: 0, pending: 0 } }] });
  });
});
