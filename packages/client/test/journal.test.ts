/** Waiting for requests, and following them: what a test of an app does instead of sleeping. */
import { createUnderstudy, type Understudy } from '@understudy/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, isApiError, type JournalEvent } from '../src/index.js';
import { byRequest } from './server.js';

let understudy: Understudy;
beforeEach(() => {
  understudy = createUnderstudy({ maxStreams: 1 });
});
afterEach(() => understudy.close());

type Sent = (request: Request) => void | Promise<Response>;

/** A client that shows what it sends, and waits for nothing between attempts. */
function client(sent: Sent = () => undefined, sandbox = 'alice') {
  return createClient({
    baseUrl: 'http://understudy.local',
    sandbox,
    sleep: async () => undefined,
    fetch: byRequest(async (request) => (await sent(request)) ?? understudy.fetch(request)),
  });
}

test('waitForRequests gives the requests of its own sandbox once there are enough', async () => {
  const api = client();
  const waiting = api.sandboxes.waitForRequests({ method: 'GET', path: '/api/education/courses', min: 2, wait: 30 });
  await client(undefined, 'bob').education.listCourses();
  await api.education.listStudents();
  for (const q of ['one', 'two']) await api.education.listCourses({ q });
  const requests = await waiting;
  expect(requests.map(({ query }) => query)).toEqual(['q=one', 'q=two']);
  const elsewhere = await api.sandboxes.waitForRequests({ name: 'bob' });
  expect(elsewhere.map(({ path }) => path)).toEqual(['/api/education/courses']);
});

test('waitForRequests gives all requests that pass, of whatever number, once', async () => {
  const api = client();
  for (let i = 0; i < 120; i++) await api.education.listCourses({ per_page: 1 });
  const sequences = (await api.sandboxes.waitForRequests({ min: 51 })).map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
});

test('waitForRequests that are not enough is a timeout that says all there is to know', async () => {
  const api = client();
  await api.education.listCourses();
  const filters = { path: '/api/education/*', status: 200 };
  const error: unknown = await api.sandboxes
    .waitForRequests({ ...filters, min: 3, wait: 0.01 })
    .catch((one: unknown) => one);
  if (!isApiError(error, 'timeout')) throw error;
  expect(error.message).toBe(
    'sandboxes.waitForRequests: timeout: 1 of 3 requests with path /api/education/*, status 200 came to the sandbox alice within 0.01 s.',
  );
  expect(error.toCurl()).toContain('/sandboxes/alice/requests?');
});

test('waitForInbox gives what was posted to an inbox of its own sandbox', async () => {
  const api = client();
  const waiting = api.sandboxes.waitForInbox({ box: 'orders', wait: 30 });
  for (const [sandbox, box] of ['alice/other', 'bob/orders', 'alice/orders'].map((one) => one.split('/'))) {
    await understudy.fetch(`/sandboxes/${sandbox}/inbox/${box}`, { method: 'POST', body: `to ${sandbox}` });
  }
  expect(await waiting).toMatchObject([{ body: 'to alice', signature: 'unsigned', status: 200 }]);
  const error: unknown = await api.sandboxes.waitForInbox({ box: 'none', wait: 0.01 }).catch((one: unknown) => one);
  expect(String(error)).toContain(
    'sandboxes.waitForInbox: timeout: 0 of 1 requests with box none came to the sandbox alice within 0.01 s.',
  );
});

test('an attempt may take as long as the server may hold it', async () => {
  const never = createClient({
    baseUrl: 'http://understudy.local',
    sandbox: 'alice',
    retry: 0,
    timeoutMs: 20,
    fetch: () => new Promise(() => undefined),
  });
  await expect(never.sandboxes.listRequests({ name: 'alice', wait: 0.05 })).rejects.toThrow('within 70 ms');
  await expect(never.sandboxes.waitForRequests({ wait: 0.03 })).rejects.toThrow('within 50 ms');
  await expect(never.sandboxes.listRequests({ name: 'alice' })).rejects.toThrow('within 20 ms');
});

test('waitForRequests ends when its caller ends it', async () => {
  const stop = new AbortController();
  const waiting = client().sandboxes.waitForRequests({ wait: 60 }, { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
});

test('clearRequests leaves none', async () => {
  const api = client();
  await api.education.listCourses();
  expect(await api.sandboxes.clearRequests({ name: 'alice' })).toBeUndefined();
  expect((await api.sandboxes.listRequests({ name: 'alice' })).data).toEqual([]);
});

async function events(stream: AsyncIterable<JournalEvent>, count: number): Promise<string[]> {
  const found: string[] = [];
  if (count === 0) return found;
  for await (const { event, id } of stream) if (found.push(`${event} ${id}`) === count) break;
  return found;
}

test('streamRequests gives typed events as they come, and closes its stream when the loop is left', async () => {
  const api = client();
  const found: string[] = [];
  await api.education.listCourses();
  for await (const message of api.sandboxes.streamRequests({ name: 'alice' })) {
    if (message.event === 'dropped') throw new Error(String(message.data.count));
    found.push(`${message.id} ${message.data.path}`);
    if (found.length === 3) break;
    await api.education.listStudents();
  }
  expect(found).toEqual(['1 /api/education/courses', '2 /api/education/students', '3 /api/education/students']);
  // The server lets one be open at a time.
  expect(await events(api.sandboxes.streamRequests({ name: 'alice' }), 1)).toEqual(['request 1']);
});

/** The answer to a request, broken off after so many bytes. */
async function brokenOff(request: Request, bytes: number): Promise<Response> {
  const answer = await understudy.fetch(request);
  const reader = answer.body?.getReader();
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined || left <= 0) {
        await reader?.cancel();
        stream.error(new TypeError('terminated'));
        return;
      }
      stream.enqueue(value.subarray(0, left));
      left -= value.length;
    },
  });
  return new Response(body, answer);
}

test.each([0, 1, 40, 3000, 9000])(
  'streamRequests goes on where it was when its connection is lost after %i bytes',
  async (bytes) => {
    const resumed: (string | null)[] = [];
    const api = client((request) => {
      if (!request.url.includes('/stream')) return undefined;
      resumed.push(new URL(request.url).searchParams.get('last_event_id'));
      return resumed.length > 3 ? undefined : brokenOff(request, bytes);
    });
    for (let i = 0; i < 12; i++) await api.education.listCourses();
    const expected = Array.from({ length: 12 }, (_, i) => `request ${i + 1}`);
    expect(await events(api.sandboxes.streamRequests({ name: 'alice', chunk_bytes: 500 }), 12)).toEqual(expected);
    expect(resumed[0]).toBe(null);
  },
);

test('streamRequests connects again after each limit, and ends where it is not to follow', async () => {
  let streams = 0;
  const api = client((request) => {
    streams += Number(request.url.includes('/stream'));
    return undefined;
  });
  for (let i = 0; i < 5; i++) await api.education.listCourses();
  const stream = api.sandboxes.streamRequests({ name: 'alice', limit: 2, follow: false });
  expect(await events(stream, 99)).toEqual(['request 1', 'request 2', 'request 3', 'request 4', 'request 5']);
  expect(streams).toBe(3);
});

test('streamRequests ends with the error of a refusal, and when its caller ends it', async () => {
  const api = client();
  await expect(
    events(api.sandboxes.streamRequests({ name: 'alice', last_event_id: 'seven' }), 1),
  ).rejects.toMatchObject({
    kind: 'invalid_cursor',
  });
  const stop = new AbortController();
  const waiting = events(api.sandboxes.streamRequests({ name: 'alice' }, { signal: stop.signal }), 1);
  setImmediate(() => stop.abort());
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
});
