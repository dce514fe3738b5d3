/** Real delivery: attempts, their times by the sandbox's clock, and what the registration says of them. */
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it, vi } from 'vitest';
import { post, type Resolve } from '../../src/webhooks/post.js';
import { send } from '../sandboxes/client.js';
import { inProcess, NOW, type TestServer } from '../support.js';
import { advance, BASE64_SECRET, dispatch, register, registrationOf, registrations } from './hooks.js';
import { type Receiver, silence, startReceiver, startTalker, statuses, type Talker } from './receiver.js';
import { verifyStandard, verifyStripe } from './verify.js';
import { long } from '../long.js';
import { delivering, receive } from './serving.js';
import { ending, useClock } from '../use.js';

const after = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

useClock(NOW);

/** Moves both clocks, so that what is signed then is verified then; answers what became due. */
async function later(server: TestServer, seconds: number): Promise<unknown> {
  vi.setSystemTime(Date.now() + seconds * 1000);
  const due = await advance(server, seconds);
  await server.idle();
  return due;
}

/** Sends an event to a receiver, and gives what its registration says once that was tried. */
async function attempted(server: TestServer, { url }: Pick<Receiver, 'url'>) {
  const webhook = await register(server, url);
  await dispatch(server);
  await server.idle();
  return registrationOf(server, webhook);
}

describe('retries', () => {
  it('makes three attempts at 500, 500, 204: after 1 s, and 5 s after that', async () => {
    const [server, receiver] = [await delivering(), await receive(statuses(500, 500, 204))];
    const webhook = await register(server, receiver.url, { secret: BASE64_SECRET });
    const { id } = await dispatch(server);
    await server.idle();
    const counts = async () => (await registrationOf(server, webhook)).deliveries;
    expect(await counts()).toEqual({ total: 1, succeeded: 0, failed: 0, pending: 1 });
    expect(await later(server, 0.999)).toBe(0);
    expect(receiver.received).toHaveLength(1);
    expect(await later(server, 0.001)).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect(await later(server, 4.999)).toBe(0);
    expect(receiver.received).toHaveLength(2);
    expect(await later(server, 0.001)).toBe(1);
    expect(receiver.received).toHaveLength(3);
    expect(await counts()).toEqual({ total: 1, succeeded: 1, failed: 0, pending: 0 });
    expect(await later(server, 3600)).toBe(0);
    expect(receiver.received).toHaveLength(3);
    const { attempts, last_delivery } = await registrationOf(server, webhook);
    const reason = 'the receiver answered 500';
    expect(attempts).toEqual([
      { event_id: id, at: after(6), status: 204, reason: null, next: null },
      { event_id: id, at: after(1), status: 500, reason, next: after(6) },
      { event_id: id, at: after(0), status: 500, reason, next: after(1) },
    ]);
    expect(last_delivery).toBe(after(6));
  });

  it('signs each attempt afresh, with the same id and body', async () => {
    const [server, receiver] = [await delivering(), await receive(statuses(500, 500, 204))];
    await register(server, receiver.url, { secret: BASE64_SECRET });
    await dispatch(server);
    await server.idle();
    for (const seconds of [1, 5]) await later(server, seconds);
    const { received } = receiver;
    const each = (name: string) => received.map(({ headers }) => headers[name]);
    expect(new Set(each('webhook-id')).size).toBe(1);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(each('webhook-timestamp')).toEqual([0, 1, 6].map((s) => String(Date.parse(after(s)) / 1000)));
    expect(new Set(each('webhook-signature')).size).toBe(3);
    expect(new Set(each('stripe-signature')).size).toBe(3);
    for (const signed of received) {
      verifyStandard(signed, BASE64_SECRET, 'base64');
      verifyStripe(signed, BASE64_SECRET);
    }
    expect(each('content-type')).toEqual(Array.from({ length: 3 }, () => 'application/json'));
  });

  it.each([
    ['fast', [1, 5, 30]],
    ['standard', [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]],
  ] as const)('gives up after the schedule %s', async (webhookRetry, waits) => {
    const [server, receiver] = [await delivering({ webhookRetry }), await receive(statuses(503))];
    const webhook = await register(server, receiver.url);
    await dispatch(server);
    await server.idle();
    for (const [i, wait] of waits.entries()) {
      expect(await later(server, wait - 1)).toBe(0);
      expect(receiver.received).toHaveLength(i + 1);
      expect(await later(server, 1)).toBe(1);
      expect(receiver.received).toHaveLength(i + 2);
    }
    expect(await later(server, 1_000_000)).toBe(0);
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(receiver.received).toHaveLength(waits.length + 1);
    expect(deliveries).toEqual({ total: 1, succeeded: 0, failed: 1, pending: 0 });
    expect(attempts[0]).toMatchObject({ status: 503, next: null });
  });

  it.each([
    ['in seconds', '7', 7],
    ['shorter than the schedule', '0', 1],
    ['as a date', new Date(Date.parse(NOW) + 90_000).toUTCString(), 90],
    ['as a date gone by', 'Thu, 01 Jan 2026 00:00:00 GMT', 1],
    ['that is nonsense', 'soon', 1],
    ['without end', '99999999999999999999', 86_400],
  ])('waits as Retry-After says: %s', async (_what, value, seconds) => {
    const receiver = await receive((response) => response.writeHead(429, { 'retry-after': value }).end());
    const server = await delivering();
    const { attempts } = await attempted(server, receiver);
    expect(attempts).toMatchObject([{ status: 429, next: after(seconds) }]);
    expect(await later(server, seconds - 0.5)).toBe(0);
    expect(await later(server, 0.5)).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  it('waits from the end of the attempt, however long that took', async () => {
    const server = await delivering();
    // By the sandbox's clock the receiver takes its time.
    const receiver = await receive((response) => void advance(server, 10).then(() => response.writeHead(500).end()));
    expect((await attempted(server, receiver)).attempts).toMatchObject([{ at: after(0), next: after(11) }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('goes on by itself where the clock runs', async () => {
    vi.useRealTimers();
    const [server, receiver] = [await delivering({ clock: 'real' }), await receive(statuses(500, 204))];
    const webhook = await register(server, receiver.url);
    await dispatch(server);
    // The only real wait of these tests: the timer is what is proved.
    await receiver.reached(2);
    await server.idle();
    expect((await registrationOf(server, webhook)).deliveries).toMatchObject({ succeeded: 1, pending: 0 });
  });

  it('lists the last ten attempts, newest first', async () => {
    const [server, receiver] = [await delivering(), await receive()];
    const webhook = await register(server, receiver.url);
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      ids.push((await dispatch(server)).id);
      await server.idle();
      await later(server, 1);
    }
    const { attempts, deliveries } = await registrationOf(server, webhook);
    expect(attempts.map(({ event_id }) => event_id)).toEqual(ids.toReversed().slice(0, 10));
    expect(deliveries).toEqual({ total: 12, succeeded: 12, failed: 0, pending: 0 });
  });
});

describe('what a receiver answers', () => {
  it('410 disables the registration; registering again enables it with another secret, shown once', async () => {
    const [server, receiver] = [await delivering(), await receive(statuses(410, 204))];
    const first = await register(server, receiver.url);
    await dispatch(server);
    await server.idle();
    const disabled = await registrationOf(server, first);
    expect(disabled).toMatchObject({ status: 'disabled', deliveries: { total: 1, failed: 1, pending: 0 } });
    expect(disabled.attempts[0]).toMatchObject({ status: 410, next: null });
    expect(disabled.attempts[0]?.reason).toContain('disabled');
    expect((await dispatch(server)).deliveries).toEqual([]);
    const again = await register(server, receiver.url);
    expect(again).toMatchObject({ id: first.id, status: 'enabled' });
    expect(again.secret).toMatch(/^whsec_/);
    expect(again.secret).not.toBe(first.secret);
    expect(await register(server, receiver.url)).not.toHaveProperty('secret');
    await dispatch(server);
    await server.idle();
    const [, last] = receiver.received;
    verifyStandard(last ?? { headers: {}, body: '' }, again.secret ?? '', 'base64');
    expect((await registrationOf(server, first)).deliveries).toEqual({ total: 2, succeeded: 1, failed: 1, pending: 0 });
  });

  it('410 gives up what else was waiting for the registration', async () => {
    const [server, receiver] = [await delivering(), await receive(statuses(500, 410))];
    const webhook = await register(server, receiver.url);
    await dispatch(server);
    await server.idle();
    await dispatch(server);
    await server.idle();
    await later(server, 1);
    expect(receiver.received).toHaveLength(2);
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 2, succeeded: 0, failed: 2, pending: 0 });
    expect(attempts[0]).toMatchObject({ status: null, reason: 'the registration was disabled', next: null });
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const [server, target] = [await delivering(), await receive()];
    const receiver = await receive((response) => response.writeHead(status, { location: target.url }).end());
    const webhook = await register(server, receiver.url);
    await dispatch(server);
    await server.idle();
    expect(target.connections()).toBe(0);
    const { attempts } = await registrationOf(server, webhook);
    expect(attempts).toMatchObject([{ status, next: after(1) }]);
    expect(attempts[0]?.reason).toContain('redirects are not followed');
  });

  it.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
    const [server, receiver] = [await delivering(), await receive(statuses(status))];
    const { attempts, deliveries } = await attempted(server, receiver);
    expect(attempts).toMatchObject([{ status, reason: null, next: null }]);
    expect(deliveries.succeeded).toBe(1);
  });

  it('an answer whose body never ends is an answer', async () => {
    const [server, receiver] = [await delivering(), await receive((response) => response.writeHead(200).write('…'))];
    expect((await attempted(server, receiver)).deliveries.succeeded).toBe(1);
  });

  it.each([
    ['hangs up', (receiver: Receiver) => receiver.url],
    ['speaks no HTTP', (_receiver: Receiver, talker: Talker) => talker.url],
    ['speaks no TLS', (receiver: Receiver) => receiver.url.replace('http:', 'https:')],
  ])('a receiver that %s is a reason, and tried again', async (_what, urlOf) => {
    const [server, receiver] = [await delivering(), await receive((response) => response.destroy())];
    const talker = ending(await startTalker('hello\r\n\r\n', true));
    const { attempts } = await attempted(server, { url: urlOf(receiver, talker) });
    expect(attempts).toMatchObject([{ status: null, reason: expect.stringMatching(/\w/), next: after(1) }]);
  });

  it('a refused connection is a reason', async () => {
    const [server, receiver] = [await delivering(), await startReceiver()];
    await receiver.close();
    const { attempts, deliveries } = await attempted(server, receiver);
    expect(attempts).toMatchObject([{ status: null, next: after(1) }]);
    expect(attempts[0]?.reason).toContain('ECONNREFUSED');
    expect(deliveries).toEqual({ total: 1, succeeded: 0, failed: 0, pending: 1 });
  });
});

describe('a receiver that never answers', () => {
  it('holds up neither the caller nor the deliveries of others', async () => {
    const [server, hung, quick] = [await delivering(), await receive(silence), await receive()];
    const slow = await register(server, hung.url);
    const fast = await register(server, quick.url);
    for (let i = 0; i < 20; i++) expect((await dispatch(server)).deliveries).toHaveLength(2);
    await quick.reached(20);
    // Recording takes a moment after the receiver has answered; asking takes turns with it.
    await expect.poll(async () => (await registrationOf(server, fast)).deliveries.succeeded).toBe(20);
    expect(await registrationOf(server, slow)).toMatchObject({ attempts: [], deliveries: { total: 20, pending: 20 } });
    // No more than a few connections are held open to it.
    expect(hung.connections()).toBe(4);
  });

  it('holds up no other registration, however many of its own hang', async () => {
    const server = await delivering();
    const [hung, quick] = [await receive(silence), await receive()];
    for (let i = 0; i < 40; i++) await register(server, `${hung.url}/${i}`);
    await dispatch(server);
    await hung.reached(40);
    await register(server, quick.url, { events: ['a.b'] });
    for (let i = 0; i < 3; i++) await dispatch(server, 'a.b');
    await quick.reached(3);
  });

  it('leaves slots to other sandboxes, where all are taken and one wants far more', async () => {
    const hung: (() => void)[] = [];
    const local = [{ address: '127.0.0.1', family: 4 }];
    // A name that is being looked up holds a slot as well as a receiver that does not answer, and is cheaper.
    const resolve: Resolve = (name) =>
      name === 'quick.test' ? Promise.resolve(local) : new Promise((_, reject) => hung.push(() => reject(new Error())));
    const server = await delivering({ resolve, maxRegistrations: 260 });
    const quick = await receive();
    const many = { base: '/sandboxes/many' };
    // A few at a time: 260 writers of one sandbox at once may be refused on a slow machine.
    for (let from = 0; from < 260; from += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => register(server, `http://hung.test/${from + i}`, many)));
    }
    for (let i = 0; i < 2; i++) await dispatch(server, 'a.b', many);
    await expect.poll(() => hung.length).toBe(256);
    for (const base of ['/sandboxes/b', '/sandboxes/c']) {
      await register(server, `http://quick.test:${quick.port}${base}`, { base });
      await dispatch(server, 'a.b', { base });
    }
    expect(quick.connections()).toBe(0);
    // Two come free, and the first sandbox would like to have both.
    for (const end of hung.slice(0, 2)) end();
    await quick.reached(2);
  });

  it('is given up after 15 s, however slowly it drips', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const parts = { monotonic: () => performance.now() };
    const dripping = ending(await startTalker('HTTP/1.1 200 OK\r\nx: ', false));
    const signal = new AbortController().signal;
    const posting = { url: dripping.url, headers: {}, body: '{}', type: 'a.b', signal };
    const posted = post(posting, { ...parts, guard: async () => [{ address: '127.0.0.1', family: 4 }] });
    const looksUpForEver = post(
      { ...posting, url: 'http://slow.test/' },
      { ...parts, guard: () => new Promise(() => undefined) },
    );
    await dripping.asked;
    vi.advanceTimersByTime(14_999);
    await expect(Promise.race([posted, Promise.resolve('waits')])).resolves.toBe('waits');
    vi.advanceTimersByTime(1);
    const reason = 'no answer within 15 s';
    expect(await Promise.all([posted, looksUpForEver])).toEqual([{ reason, tookMs: 15_000 }, { reason }]);
  });

  it('does not hold up close(), nor does a name that is never looked up', async () => {
    const server = await inProcess({ webhookDelivery: 'on', resolve: () => new Promise(() => undefined) });
    const hung = await receive(silence);
    await register(server, hung.url);
    await register(server, 'http://never.test/');
    await dispatch(server);
    await hung.reached(1);
    await server.close();
    // It is cut off, and not made again.
    expect(hung.received).toHaveLength(1);
  });

  it('does not outlive a reset, nor spoil what has the same ids after it', async () => {
    let isSilent = true;
    const answers: (() => void)[] = [];
    const receiver = await receive((response) => {
      if (isSilent) answers.push(() => response.writeHead(500).end());
      else response.writeHead(204).end();
    });
    const server = await delivering();
    const base = '/sandboxes/a';
    await register(server, receiver.url, { base });
    const before = await dispatch(server, 'a.b', { base, data: { n: 1 } });
    await receiver.reached(1);
    await send(server, 'POST', '/sandboxes/a/reset');
    expect(await registrations(server, base)).toEqual([]);
    isSilent = false;
    const again = await register(server, receiver.url, { base });
    const after_ = await dispatch(server, 'a.b', { base, data: { n: 1 } });
    expect(after_.id).toBe(before.id);
    await receiver.reached(2);
    await expect.poll(async () => (await registrationOf(server, again, base)).deliveries.succeeded).toBe(1);
    for (const answer of answers) answer();
    await server.idle();
    const { deliveries, attempts } = await registrationOf(server, again, base);
    expect(deliveries).toEqual({ total: 1, succeeded: 1, failed: 0, pending: 0 });
    expect(attempts).toHaveLength(1);
  });

  it('answers into nothing where its sandbox was reset or deleted meanwhile', async () => {
    const answers: (() => void)[] = [];
    const receiver = await receive((response) => answers.push(() => response.writeHead(204).end()));
    const server = await delivering();
    for (const name of ['a', 'b']) {
      await register(server, receiver.url, { base: `/sandboxes/${name}` });
      await dispatch(server, 'a.b', { base: `/sandboxes/${name}` });
    }
    await receiver.reached(2);
    await send(server, 'POST', '/sandboxes/a/reset');
    await send(server, 'DELETE', '/sandboxes/b');
    for (const answer of answers) answer();
    await server.idle();
    for (const name of ['a', 'b']) expect(await registrations(server, `/sandboxes/${name}`)).toEqual([]);
  });
});

it('delivers to a sandbox’s own registrations, with its own clock', async () => {
  const [server, receiver] = [await delivering(), await receive(statuses(500))];
  for (const name of ['a', 'b']) {
    await register(server, `${receiver.url}/${name}`, { base: `/sandboxes/${name}` });
    await dispatch(server, 'a.b', { base: `/sandboxes/${name}` });
  }
  await server.idle();
  expect(receiver.received).toHaveLength(2);
  expect(await advance(server, 1, 'a')).toBe(1);
  await server.idle();
  expect(receiver.received).toHaveLength(3);
});

long(
  'fails at once what a registration with a thousand waiting cannot take',
  async () => {
    const [server, receiver] = [await delivering(), await receive(silence)];
    const webhook = await register(server, receiver.url);
    for (let i = 0; i < 1001; i++) await dispatch(server);
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 1001, succeeded: 0, failed: 1, pending: 1000 });
    expect(attempts).toMatchObject([{ status: null, reason: '1000 deliveries are waiting already', next: null }]);
    // A thousand calls, one after the other: a busy machine takes its time.
  },
  patient(30_000),
);
