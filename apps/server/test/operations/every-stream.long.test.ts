/** Every operation that answers a stream: cut and resumed anywhere, by the clock, on every store and replica, under controls and faults. */
import { type Operation, simulatedErrors } from '@understudy/contract';
import { prepareCall } from '@understudy/contract/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { checkDomain } from '../../src/check.js';
import { checksBeside } from '../check/around-handlers.js';
import { ourDomains } from '../our-domains.js';
import { eventsIn } from '../streams/read-events.js';
import { inProcess, overSocket, type TestServer } from '../support.js';
import { trainsDomain } from './trains-domain.js';
import { type CallOptions, transports } from './transport.js';

const serves = apiOf([...ourDomains, trainsDomain]);
const streams = [...serves.operations.values()].filter(
  ({ answers, meta }) => answers === 'stream' && meta.scope === 'sandbox',
);
const [rest, trpc] = transports;

let server: TestServer;
let twin: TestServer;
let socket: TestServer;
beforeAll(async () => {
  [server, twin, socket] = await Promise.all([inProcess({ serves }), inProcess({ serves }), overSocket({ serves })]);
});
afterAll(() => Promise.all([server.close(), twin.close(), socket.close()]));

type Given = CallOptions & {
  readonly of?: TestServer;
  readonly over?: (typeof transports)[number];
  readonly more?: object;
};

/** Calls an operation for what there is by now after the event 0, by default over REST and in process. */
async function call(operation: Operation, { of = server, over = rest, more, headers, ...options }: Given = {}) {
  const prepared = await prepareCall((path, init) => of.fetch(path, init), operation);
  const input = { ...prepared.input, follow: false, last_event_id: '0', ...more };
  return over.call(of, operation, input, { ...options, headers: { ...prepared.headers, ...headers } });
}

it('a domain with streams passes the checks of every domain', async () => {
  const { findings } = await checkDomain(trainsDomain, { only: checksBeside });
  expect(findings).toEqual([]);
}, 120_000);

describe.each(streams)('$name', (operation) => {
  it('begins with retry, and has one line of JSON in each event', async () => {
    const { text } = await call(operation);
    expect(text).toMatch(/^retry: 1000\n\n(?:id: .+\nevent: [\w.]+\ndata: \{.*\}\n\n)+$/);
  });

  it('gives, cut after any event and resumed there, exactly the rest, also on another server', async () => {
    const whole = eventsIn((await call(operation)).text);
    for (const [at, { id }] of whole.entries()) {
      for (const of of [server, twin, socket]) {
        const resumed = await call(operation, { of, more: { last_event_id: id } });
        expect(eventsIn(resumed.text)).toEqual(whole.slice(at + 1));
      }
    }
    const limited = await call(operation, { more: { limit: 2, follow: true } });
    expect(eventsIn(limited.text)).toEqual(whole.slice(0, 2));
  });

  it('is equal to the byte from two servers, over a socket, and in pieces of any size', async () => {
    const { text } = await call(operation);
    for (const of of [twin, socket]) expect((await call(operation, { of })).text).toBe(text);
    for (const chunk_bytes of [1, 7, 65_536]) {
      expect((await call(operation, { of: socket, more: { chunk_bytes } })).text).toBe(text);
    }
  });

  it('goes on where the header says, which wins over the query', async () => {
    const whole = eventsIn((await call(operation)).text);
    const resumed = await call(operation, { headers: { 'last-event-id': '2' } });
    expect(eventsIn(resumed.text)).toEqual(whole.slice(2));
  });

  it.each(['-1', '01', '1e0', 'x', '999', '9'.repeat(30)])('refuses the id %s, which was never given', async (id) => {
    for (const over of transports) {
      const { status, problem } = await call(operation, { over, more: { last_event_id: id } });
      expect([status, problem?.['kind']]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('is the events of the backlog over tRPC', async () => {
    const { text } = await call(operation);
    const said = await call(operation, { over: trpc });
    expect([said.status, said.value]).toEqual([200, { data: eventsIn(text) }]);
  });

  it.each(simulatedErrors)(
    'is a problem before the first byte with simulate_error=%s, or cut in half',
    async (kind) => {
      const whole = await call(operation);
      const answer = await call(operation, { query: `simulate_error=${kind}`, more: { follow: true } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (kind !== 'malformed') {
        expect(answer.problem).toMatchObject({ kind, simulated: true });
        return;
      }
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(answer.bytes).toBe(Math.floor(whole.bytes / 2));
      expect(whole.text.startsWith(answer.text.slice(0, -2))).toBe(true);
    },
  );

  it('checks paging and q, without effect', async () => {
    const plain = await call(operation);
    expect((await call(operation, { query: 'page=7&per_page=1&q=chalk' })).text).toBe(plain.text);
    expect((await call(operation, { query: 'page=0' })).status).toBe(400);
  });

  it('is never kept, compressed or held back', async () => {
    const { headers } = await call(operation, { of: socket, headers: { 'accept-encoding': 'gzip, br' } });
    const said = ['cache-control', 'content-encoding', 'x-accel-buffering', 'etag', 'content-length'];
    expect(said.map((name) => headers.get(name))).toEqual(['no-store', null, 'no', null, null]);
  });

  it('is cut by faults of the connection, and goes on where it was', async () => {
    const whole = eventsIn((await call(operation)).text);
    const prepared = await prepareCall((path, init) => server.fetch(path, init), operation);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(prepared.input[name]));
    for (const fault of ['reset;at=body', 'truncate', 'stall;after_bytes=150;seconds=0']) {
      const url = `${path}?last_event_id=0&fault=${encodeURIComponent(fault)}`;
      const broken = await server.fetch(url, { headers: { ...prepared.headers } });
      expect([broken.status, broken.headers.get('content-type')], fault).toEqual([200, 'text/event-stream']);
      let text = '';
      const reading = async () => {
        const decoder = new TextDecoder();
        for await (const chunk of broken.body ?? []) text += decoder.decode(chunk, { stream: true });
      };
      await expect(reading(), fault).rejects.toThrow();
      const had = eventsIn(text);
      const resumed = await call(operation, { more: { last_event_id: had.at(-1)?.id ?? '0' } });
      expect([...had, ...eventsIn(resumed.text)], fault).toEqual(whole);
    }
  });

  it('is in the journal once, as soon as it is opened', async () => {
    const sandbox = `/sandboxes/${operation.name.toLowerCase().replace('.', '-')}`;
    const of = { ...server, fetch: (path: string, init?: RequestInit) => server.fetch(sandbox + path, init) };
    const prepared = await prepareCall((path, init) => of.fetch(path, init), operation);
    await server.fetch(`${sandbox}/requests`, { method: 'DELETE' });
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(prepared.input[name]));
    const answer = await of.fetch(`${path}?last_event_id=0`, { headers: { ...prepared.headers } });
    const listed = await server.fetch(`${sandbox}/requests`);
    const { data } = (await listed.json()) as { data: object[] };
    expect(data).toMatchObject([{ operation: operation.name, status: 200, ended: 'opened', response: { body: null } }]);
    await answer.body?.cancel();
    expect(await (await server.fetch(`${sandbox}/requests`)).json()).toMatchObject({ pagination: { total: 1 } });
  });
});
