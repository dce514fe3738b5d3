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

/** Events in a body of some form, of which each connection gives the same; the last one ends them. */
const inForm = (text: string, type = 'text/event-stream') => client(async () => typed(text, type));

const typed = (body: BlobPart, type: string | undefined) =>
  new Response(new Blob([body]).stream(), { headers: type === undefined ? {} : { 'content-type': type } });

async function eventsIn(text: string): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of inForm(text).api.walks.followWalk({ walk_id: 'a' })) events.push(event);
  return events;
}

const read = [
  { id: '1', event: 'step', data: { n: 1 } },
  { id: '2', event: 'end', data: { steps: 1 } },
];
const written = 'id: 1\nevent: step\ndata: {"n":\ndata: 1}\n\nid: 2\nevent: end\ndata: {"steps":1}\n\n';

test.each([
  ['LF', written],
  ['CR', written.replaceAll('\n', '\r')],
  ['CRLF', written.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${written}`],
  ['no spaces', written.replaceAll(': ', ':')],
  ['comments and unknown fields', `: hello\nfoo: bar\nbaz\n\n${written}`],
  ['blocks of an id or a wait alone', `retry: 5\nid: 0\n\nretry: soon\n\n${written}`],
])('events are read with %s', async (_, text) => {
  expect(await eventsIn(text)).toEqual(read);
});

test.each([1, 2, 3, 7])('lines may end with CRLF in chunks of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(written.replaceAll('\n', '\r\n').replace('{"n"', '{"é":"€","n"'));
  const { api } = client(async () => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        const chunk = chunks.shift();
        if (chunk === undefined) stream.close();
        else stream.enqueue(chunk);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  expect(await idsOf(api.walks.followWalk({ walk_id: 'a' }))).toEqual(['1', '2']);
});

test('an id without data says where to go on', async () => {
  let connections = 0;
  const { api, sent } = client(async () => {
    connections += 1;
    return typed(connections === 1 ? 'id: 7\n\n' : written, 'text/event-stream; charset=UTF-8');
  });
  await idsOf(api.walks.followWalk({ walk_id: 'a' }));
  expect(sent.map(({ url }) => url.searchParams.get('last_event_id'))).toEqual([null, '7']);
});

const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title><p>Please log in.</p>';
const utf16 = Uint8Array.from(Buffer.from(`\uFEFF${written}`, 'utf16le'));

test.each([
  ['a page of a portal', PORTAL, 'text/html', /of type text\/html, and not of text\/event-stream/, PORTAL],
  ['JSON', '{"data":[]}', 'application/json', /application\/json/, { data: [] }],
  ['nothing with no type', '', undefined, /has no type/, undefined],
  ['nothing', '', 'text/event-stream', /body is empty/, undefined],
  ['UTF-16', utf16, 'text/event-stream', /not UTF-8/, expect.any(String)],
  ['UTF-16 by name', utf16, 'text/event-stream; charset=utf-16', /charset=utf-16/, expect.any(String)],
  ['a page that pretends', PORTAL, 'text/event-stream', /no line of an event stream/, PORTAL],
  ['JSON that pretends', '{"data":[]}', 'text/event-stream', /no line of an event stream/, '{"data":[]}'],
  ['an event that is not JSON', 'id: 9\ndata: hello\n\n', 'text/event-stream', /not JSON: hello/, expect.any(String)],
])('%s ends the stream with an error that has it', async (_, body, type, detail, kept) => {
  const { api, sent } = client(async () => {
    const answer = typed(body, type);
    answer.headers.set('x-request-id', 'r1');
    return answer;
  });
  const error = await failureOf(idsOf(api.walks.followWalk({ walk_id: 'a', last_event_id: '4' })));
  expect(error).toMatchObject({ kind: 'malformed', status: 200, requestId: 'r1', lastEventId: '4', body: kept });
  expect(String(error)).toMatch(detail);
  expect(sent).toHaveLength(1);
});

test('a page that never ends is not read to its end', async () => {
  const endless = async () => {
    const chunk = new TextEncoder().encode('<p>'.repeat(10_000));
    return new Response(new ReadableStream({ pull: (stream) => stream.enqueue(chunk) }), {
      headers: { 'content-type': 'text/html' },
    });
  };
  const error = await failureOf(idsOf(client(endless).api.walks.followWalk({ walk_id: 'a' })));
  expect(isApiError(error) && String(error.body)).toHaveLength(65_536);
});

test('ten connections in a row of which nothing comes are enough', async () => {
  const { api, sent } = client((request) => broken(request, 0));
  const error = await failureOf(idsOf(api.walks.followWalk({ walk_id: 'a' })));
  expect(error).toMatchObject({ kind: 'network', status: 200, retryable: true });
  expect(sent).toHaveLength(10);
});

test('whoever takes notes hears that a stream is opened again', async () => {
  const notes: string[] = [];
  const logger = { debug: () => undefined, warn: (note: string) => void notes.push(note) };
  const { api } = client();
  await idsOf(api.with({ logger }).walks.followWalk({ walk_id: 'a', limit: 5 }));
  expect(notes).toEqual(['walks.followWalk: the stream was closed after 5 events, again in 1000 ms']);
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
