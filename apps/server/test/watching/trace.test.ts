/** The trace of a request (W3C Trace Context): in the log, the journal, problems and webhooks, and nowhere else. */
import type { JournalEntry } from '@understudy/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { course, send } from '../sandboxes/client.js';
import { hosts, inProcess, NOW, type TestServer } from '../support.js';
import { dispatch, register } from '../webhooks/hooks.js';
import { startReceiver } from '../webhooks/receiver.js';
import { ending } from '../use.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const MALFORMED = `00-${TRACE}-00f067aa0ba902b7`;

let server: TestServer;
afterEach(() => void vi.useRealTimers());

const LISTS = '/api/education/courses?per_page=1';

it('stands in each line of the log, also of answers that are kept', async () => {
  server = ending(await inProcess({ log: 'json' }));
  for (let i = 0; i < 4; i += 1) await send(server, 'GET', LISTS, undefined, { traceparent });
  await send(server, 'GET', LISTS, undefined, { traceparent: MALFORMED });
  await server.close();
  const traces = server.lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { trace?: string }).trace);
  expect(traces).toEqual([TRACE, TRACE, TRACE, TRACE, undefined]);
});

it.each(hosts)('stands in the journal (%s)', async (_host, start) => {
  server = ending(await start());
  for (const headers of [{ traceparent }, { traceparent }, { traceparent }, { traceparent: MALFORMED }, {}]) {
    await (await server.fetch(LISTS, { headers })).text();
  }
  const { json } = await send(server, 'GET', '/sandboxes/default/requests?per_page=50');
  const entries = json['data'] as JournalEntry[];
  expect(entries.map(({ trace }) => trace).toSorted()).toEqual([TRACE, TRACE, TRACE, null, null]);
});

describe('a problem', () => {
  const asked = [
    ['/api/education/courses/crs_9999', undefined],
    ['/nowhere', undefined],
    ['/oauth/userinfo', undefined],
    ['/trpc/education.getCourse', { course_id: 'crs_9999' }],
  ] as const;

  const textOf = async (path: string, body: object | undefined, headers: Record<string, string>) => {
    const posted = body && { method: 'POST', body: JSON.stringify(body) };
    const init = { ...posted, headers: { 'content-type': 'application/json', ...headers } };
    return (await server.fetch(path, init)).text();
  };

  it.each(asked)('names it last (%s %j), and is the same to the byte without it', async (path, body) => {
    server = ending(await inProcess());
    const plain = await textOf(path, body, {});
    expect(plain).not.toContain('trace');
    expect(await textOf(path, body, { traceparent: MALFORMED })).toBe(plain);
    const traced = await textOf(path, body, { traceparent });
    expect(traced.replace(`,"trace":"${TRACE}"`, '')).toBe(plain);
    expect(traced).not.toBe(plain);
  });
});

it('is passed on to webhooks, and to those alone that came of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  server = ending(await inProcess({ webhookDelivery: 'on' }));
  const receiver = await startReceiver();
  await register(server, receiver.url);
  await dispatch(server);
  await server.idle();
  await send(server, 'POST', '/api/education/courses', course, { traceparent });
  await server.idle();
  await receiver.close();
  expect(receiver.received.map(({ headers }) => headers['traceparent'])).toEqual([undefined, traceparent]);
});

it('is among the headers that a dispatch shows', async () => {
  server = ending(await inProcess());
  await register(server, 'http://127.0.0.1:9/a');
  const path = '/api/webhooks/test/payment_intent.succeeded';
  const { json } = await send(server, 'POST', path, {}, { traceparent });
  expect(JSON.stringify(json)).toContain(`"traceparent":"${traceparent}"`);
});
