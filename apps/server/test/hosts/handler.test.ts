/** What hosts of the fetch standard call: Bun, Deno, Hono, Next.js and their like. */
import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createUnderstudy } from '../../src/index.js';

const { handler, close } = createUnderstudy({ basePath: '/mock', log: 'off' });
afterAll(() => close());
afterEach(() => void vi.useRealTimers());

const ORIGIN = 'http://localhost:3000';
const COURSE = '/mock/api/education/courses/crs_0001';

it('is a function, and has itself as fetch', async () => {
  const [one, other] = await Promise.all(
    [handler, handler.fetch].map((handle) => handle(new Request(ORIGIN + COURSE))),
  );
  expect(one?.status).toBe(200);
  expect(await other?.text()).toBe(await one?.text());
});

it('leaves alone what a host passes beside the request', async () => {
  // As Next.js passes the parameters of a path, Bun its server, and Deno who asks; none of it is a RequestInit.
  const besides = { params: Promise.resolve({ path: ['api'] }), method: 'DELETE', headers: 1, body: 'x' };
  expect((await handler(new Request(ORIGIN + COURSE), besides)).status).toBe(200);
});

it('answers each method that a route of Next.js exports', async () => {
  const ask = async (method: string, body?: object) => {
    const init =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await handler(new Request(ORIGIN + COURSE, { method, ...init }))).status;
  };
  expect([await ask('GET'), await ask('HEAD'), await ask('OPTIONS')]).toEqual([200, 200, 204]);
  expect(await ask('POST', {})).toBe(405);
});

it('stands below a path of an app of Hono, links and all', async () => {
  const app = new Hono();
  app.all('/mock/*', (context) => handler(context.req.raw));
  const answer = await app.request(`${ORIGIN}/mock/api/education/courses?pagination_style=link`);
  expect(answer.headers.get('link')).toContain(`<${ORIGIN}/mock/api/education/courses?`);
  expect((await app.request(`${ORIGIN}/api/education/courses`)).status).toBe(404);
});

it('breaks an answer off where a fault breaks the connection, and fails in nothing else', async () => {
  for (const fault of ['reset', 'close', 'garbage']) {
    const answer = await handler(new Request(`${ORIGIN}${COURSE}?fault=${fault}`));
    await expect(answer.text()).rejects.toThrow('fetch failed');
  }
});

it('lets no host measure a stream that is over at once, nor one of which the head alone is asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const ask = (method: string) =>
    handler(new Request(`${ORIGIN}/mock/sandboxes/default/requests/stream?follow=false`, { method }));
  expect([(await ask('HEAD')).status, (await ask('HEAD')).body]).toEqual([200, expect.any(ReadableStream)]);
  const ended = vi.fn<(text: string) => void>();
  const read = (await ask('GET')).text().then(ended);
  // All of it has come, but for its end.
  while (ended.mock.calls.length === 0 && vi.getTimerCount() === 0) await setImmediate();
  expect(ended).not.toHaveBeenCalled();
  // Others may wait as well, and the end may begin to only after them.
  while (ended.mock.calls.length === 0) {
    await vi.runOnlyPendingTimersAsync();
    await setImmediate();
  }
  await read;
  expect(ended).toHaveBeenCalledWith(expect.stringMatching(/^retry: 1000\n/));
});

it('leaves a measured answer, and one without a body, as it is', async () => {
  const measured = await handler(new Request(ORIGIN + COURSE, { method: 'HEAD' }));
  expect([measured.body, Number(measured.headers.get('content-length')) > 0]).toEqual([null, true]);
  expect((await handler(new Request(ORIGIN + COURSE, { method: 'OPTIONS' }))).body).toBeNull();
});

it('lets a client that leaves leave', async () => {
  const left = new AbortController();
  const asked = handler(new Request(`${ORIGIN}${COURSE}?delay=10`, { signal: left.signal }));
  left.abort();
  await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
