/** Every operation that answers a stream, beside what the checks show: where it goes on, under controls and faults. */
import type { Operation } from '@understudy/contract';
import { prepareCall } from '@understudy/contract/samples';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { eventsIn } from '../streams/read-events.js';
import { inProcess, useServer } from '../support.js';
import { trainsDomain } from './trains-domain.js';
import { type CallOptions, transports } from './transport.js';

const serves = apiOf([...ourDomains, trainsDomain]);
const streams = [...serves.operations.values()].filter(
  ({ answers, meta }) => answers === 'stream' && meta.scope === 'sandbox',
);
const [rest] = transports;

const server = useServer(inProcess, { serves });

type Given = CallOptions & {
  readonly over?: (typeof transports)[number];
  readonly more?: object;
};

/** Calls an operation for what there is by now after the event 0, by default over REST and in process. */
async function call(operation: Operation, { over = rest, more, headers, ...options }: Given = {}) {
  const prepared = await prepareCall(server.fetch, operation);
  const input = { ...prepared.input, follow: false, last_event_id: '0', ...more };
  return over.call(server, operation, input, { ...options, headers: { ...prepared.headers, ...headers } });
}

describe.each(streams)('$name', (operation) => {
  it('begins with retry, and has one line of JSON in each event', async () => {
    const { text } = await call(operation);
    expect(text).toMatch(/^retry: 1000\n\n(?:id: .+\nevent: [\w.]+\ndata: \{.*\}\n\n)+$/);
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

  it('checks paging and q, without effect', async () => {
    const plain = await call(operation);
    expect((await call(operation, { query: 'page=7&per_page=1&q=chalk' })).text).toBe(plain.text);
    expect((await call(operation, { query: 'page=0' })).status).toBe(400);
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
