/** Streams of a sandbox, as a client reads them: through a declaration and through a generated file. */
import { createUnderstudy } from '@understudy/server';
import { defineDomain, eventNumber, get, implement, streamInput, streamOf, z } from '@understudy/server/domain';
import { domainsFile } from '@understudy/server/generate';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import { createClient, isApiError } from '../src/index.js';
import { baseUrl, failureOf, recorded } from './server.js';

const step = z.object({ n: z.int().meta({ description: 'Its number.', examples: [1] }) });
const over = z.object({ steps: z.int().meta({ description: 'Steps taken.', examples: [9] }) });

const walks = defineDomain({
  name: 'walks',
  description: 'Walks.',
  operations: {
    followWalk: get('/api/walks/{walk_id}', {
      summary: 'Follow a walk',
      description: 'Its steps.',
      input: streamInput({ walk_id: z.string().meta({ description: 'Id of the walk.', examples: ['a'] }) }),
      output: streamOf({ step, end: over }, { id: 'WalkEvent', description: 'Something happens on a walk.' }),
    }),
  },
});

const STEPS = 9;

const served = implement(walks, {
  handlers: {
    followWalk: ({ input }) => {
      const steps = Array.from({ length: STEPS }, (_, index) => {
        return { id: String(index + 1), event: 'step' as const, data: { n: index + 1 } };
      });
      const all = [...steps, { id: String(STEPS + 1), event: 'end' as const, data: { steps: STEPS } }];
      return { events: all.slice(eventNumber(input, all.length) ?? 0), isOver: true };
    },
  },
});

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off', domains: [served] });
afterAll(() => understudy.close());

function client(fetch: (request: Request) => Promise<Response> = understudy.fetch) {
  const waits: number[] = [];
  const recorder = recorded(fetch);
  const sleep = async (ms: number) => void waits.push(ms);
  const api = createClient({
    baseUrl,
    fetch: recorder.fetch,
    domains: { walks },
    sleep,
    retry: { jitter: (ms) => ms },
  });
  return { api, waits, sent: recorder.sent };
}

async function idsOf(stream: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of stream) ids.push(id);
  return ids;
}

const WHOLE = Array.from({ length: STEPS + 1 }, (_, index) => String(index + 1));

/** An answer of which so many bytes come before the connection is lost. */
async function broken(request: Request, bytes: number): Promise<Response> {
  const answer = await understudy.fetch(request);
  const whole = new Uint8Array(await answer.arrayBuffer());
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      if (isSent || bytes === 0) stream.error(new TypeError('terminated'));
      else stream.enqueue(whole.subarray(0, bytes));
      isSent = true;
    },
  });
  return new Response(body, answer);
}

test('a stream is typed events, and ends with its end', async () => {
  const { api, sent } = client();
  for await (const event of api.walks.followWalk({ walk_id: 'a' })) {
    expectTypeOf(event.event).toEqualTypeOf<'step' | 'end'>();
    if (event.event === 'step') expectTypeOf(event.data).toEqualTypeOf<{ n: number }>();
    else expect(event.data.steps).toBe(STEPS);
  }
  expect(sent).toHaveLength(1);
});

test('it goes on after each cut, and waits as long as the server asks', async () => {
  const { api, waits } = client();
  expect(await idsOf(api.walks.followWalk({ walk_id: 'a', limit: 2, chunk_bytes: 3 }))).toEqual(WHOLE);
  expect(waits).toEqual([1000, 1000, 1000, 1000]);
});

test.each([70, 120, 300])('it loses and doubles nothing where connections are lost after %i bytes', async (bytes) => {
  const { api } = client((request) => broken(request, bytes));
  expect(await idsOf(api.walks.followWalk({ walk_id: 'a' }))).toEqual(WHOLE);
});

test('it waits ever longer for a server that gives nothing, and no longer once an event has come', async () => {
  let connections = 0;
  const { api, waits } = client((request) => {
    connections += 1;
    if (connections <= 8) return broken(request, 14);
    return connections === 9 ? broken(request, 70) : understudy.fetch(request);
  });
  expect(await idsOf(api.walks.followWalk({ walk_id: 'a' }))).toEqual(WHOLE);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 1000]);
});

test('a stream that is over already gives nothing', async () => {
  const { api, sent } = client();
  expect(await idsOf(api.walks.followWalk({ walk_id: 'a', last_event_id: '10' }))).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('an error has the id to go on after', async () => {
  let isDown = false;
  const { api } = client((request) =>
    isDown ? Promise.reject(new TypeError('fetch failed')) : understudy.fetch(request),
  );
  const ids: string[] = [];
  const reading = async () => {
    for await (const { id } of api.walks.followWalk({ walk_id: 'a', limit: 3 })) {
      ids.push(id);
      isDown = ids.length === 3;
    }
  };
  const error = await failureOf(reading());
  if (!isApiError(error)) throw error;
  expect([error.kind, error.lastEventId]).toEqual(['network', '3']);
  isDown = false;
  expect([...ids, ...(await idsOf(api.walks.followWalk({ walk_id: 'a', last_event_id: error.lastEventId })))]).toEqual(
    WHOLE,
  );
});

test('its caller can end it, and a refusal ends it', async () => {
  const stop = new AbortController();
  const { api } = client();
  const reading = idsOf(api.walks.followWalk({ walk_id: 'a', limit: 1 }, { signal: stop.signal }));
  stop.abort();
  await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
  await expect(idsOf(api.walks.followWalk({ walk_id: 'a', last_event_id: '99' }))).rejects.toMatchObject({
    kind: 'invalid_cursor',
  });
});

test('the generated file has it, without the header that only browsers need', async () => {
  const document: unknown = await (await understudy.fetch('/openapi.json')).json();
  const text = domainsFile(document);
  expect(text).toMatch(/followWalk\(input: FollowWalkInput, controls\?: [\w.]+\): client\.EventStream<WalkEvent>/);
  expect(text).toContain("answers: 'stream'");
});
