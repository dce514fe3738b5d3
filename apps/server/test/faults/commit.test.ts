/** When faults strike a write: before anything is written, or after all of it is, so that only the answer is lost. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { inThisProcess } from '../replicas/in-process.js';
import { eachServer, inProcess, jsonRequest } from '../support.js';
import { stores } from '../stores/stores.js';
import { registrationOf, register } from '../webhooks/hooks.js';
import { ask, courses } from './asking.js';
import { ending } from '../use.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

/** Faults of the body: where nothing is said, they strike after the commit. */
const ofBody = ['empty', 'wrong_type', 'malformed', 'charset', 'truncate', 'bad_gzip', 'drip'];

/** One of each family of faults that take `commit`. */
const families = [
  'server_error',
  'status;code=503',
  'timeout',
  'bad_gateway',
  'captive_portal',
  'redirect;to=loop',
  'reset',
  'close;at=head',
  'garbage;at=body',
  'hang;seconds=0',
  'stall;seconds=0',
  'reset;at=body',
  ...ofBody,
];

const server = eachServer();

/** Waits until whoever waits leaves. */
function untilAborted(_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Asks, and reads the answer as far as it comes. */
async function lost(path: string, faults: string, init: RequestInit): Promise<void> {
  await ask(server, path, faults, init)
    .then((answer) => answer.text())
    .catch(() => undefined);
}

describe.each(families)('%s', (fault) => {
  it('writes nothing before, and leaves its key free', async () => {
    const keyed = jsonRequest('POST', course, { 'idempotency-key': 'k' });
    const [count, revision] = [await courses(server), server.revision()];
    await lost(COURSES, `${fault};commit=before`, keyed);
    expect([await courses(server), server.revision()]).toEqual([count, revision]);
    const answer = await server.fetch(COURSES, keyed);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('writes once after, and a retry under the key gets the true answer', async () => {
    const count = await courses(server);
    const keyed = jsonRequest('POST', course, { 'idempotency-key': 'k' });
    await lost(COURSES, ofBody.includes(fault) ? fault : `${fault};commit=after`, keyed);
    expect(await courses(server)).toBe(count + 1);
    // Replays are struck too.
    await lost(COURSES, `${fault};commit=after`, keyed);
    const again = await server.fetch(COURSES, keyed);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toMatchObject({ data: [{ title: course.title }] });
    expect(await courses(server)).toBe(count + 1);
  });

  it('strikes over tRPC after the commit as well', async () => {
    const count = await courses(server);
    await lost('/trpc/education.createCourse', `${fault};commit=after`, jsonRequest('POST', course));
    expect(await courses(server)).toBe(count + 1);
    await lost('/trpc/education.createCourse', `${fault};commit=before`, jsonRequest('POST', course));
    expect(await courses(server)).toBe(count + 1);
  });

  it('passes by a write that fails by itself', async () => {
    for (const path of [COURSES, '/trpc/education.createCourse']) {
      const answer = await ask(server, path, `${fault};commit=after`, jsonRequest('POST', { ...course, title: '' }));
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('"simulated":false');
    }
  });
});

describe.each(stores)('on %s', (_name, open) => {
  it('keeps the true answer under the key of a write whose answer was lost', async () => {
    const backend = ending(await open());
    const own = ending(await (backend.address === 'memory' ? inProcess() : inThisProcess(backend.address)));
    const keyed = jsonRequest('POST', course, { 'idempotency-key': 'k' });
    await expect(ask(own, COURSES, 'reset;commit=after', keyed)).rejects.toThrow(TypeError);
    const again = await own.fetch(COURSES, keyed);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await courses(own)).toBe(201);
  });
});

it('emits its events though the answer is lost, and none before', async () => {
  const webhook = await register(server, 'http://127.0.0.1:9/hook', { events: ['course.created'] });
  const total = async () => (await registrationOf(server, webhook)).deliveries.total;
  await lost(COURSES, 'server_error', jsonRequest('POST', course));
  await lost(COURSES, 'malformed;commit=before', jsonRequest('POST', course));
  expect(await total()).toBe(0);
  await lost(COURSES, 'server_error;commit=after', jsonRequest('POST', course));
  expect(await total()).toBe(1);
});

describe.each(['hang;seconds=600', 'timeout'])('%s', (fault) => {
  it('comes once the write is committed and its key is free, so that a client that leaves has written', async () => {
    await using waiting = await inProcess({ sleep: untilAborted });
    const leaving = new AbortController();
    const keyed = jsonRequest('POST', course, { 'idempotency-key': 'k' });
    const ended = ask(waiting, COURSES, `${fault};commit=after`, { ...keyed, signal: leaving.signal }).then(
      ({ status }) => status,
      () => undefined,
    );
    await eventually(async () => expect(await courses(waiting)).toBe(201));
    const again = await waiting.fetch(COURSES, keyed);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(waiting.waits).toHaveLength(1);
    leaving.abort();
    expect([undefined, 504]).toContain(await ended);
  });
});
