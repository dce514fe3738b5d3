/** Streams of events whose source and readers are slow, or do nothing at all. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventSource, StreamEvent, Waiter } from '../kit/event-source.js';
import { asking } from '#platform/runtime';
import { EventStreams } from './event-streams.js';
import { Timers } from './timers.js';
import { readable } from './open-stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const controls = { follow: true };

const event = (id: number) => ({ id: String(id), event: 'tick', data: 'x'.repeat(1000) });

const unwatched = { watch: () => undefined, unwatch: () => undefined };

/** A source that always has more, and counts what was taken of it. */
function endless() {
  let taken = 0;
  const source: EventSource = {
    ...unwatched,
    after: async (id) => {
      taken += 100;
      return { events: Array.from({ length: 100 }, (_, i) => event(Number(id ?? 0) + i + 1)) };
    },
  };
  return { source, taken: () => taken };
}

function opened(source: EventSource) {
  const timers = new Timers(async () => undefined);
  const streams = new EventStreams(1, timers);
  const client = new AbortController();
  const reader = readable(streams.open({ source, controls }), client.signal).getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  return { streams, timers, reader, next, client };
}

it('takes no more of its source than its reader does, and cuts off who reads nothing', async () => {
  const { source, taken } = endless();
  const { streams, next, reader } = opened(source);
  expect(await next()).toBe('retry: 1000\n\n');
  expect((await next()).length).toBeLessThan(70_000);
  await vi.advanceTimersByTimeAsync(59_999);
  expect([taken(), streams.size]).toEqual([100, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams.size).toBe(0);
  await expect(reader.read()).rejects.toThrow('has read nothing');
});

it('shows that it is alive where nothing happens, and ends whole when the server stops', async () => {
  const { next, timers, reader } = opened({ ...unwatched, after: async () => ({ events: [] }) });
  expect(await next()).toBe('retry: 1000\n\n');
  for (let i = 0; i < 2; i += 1) {
    const beat = next();
    await vi.advanceTimersByTimeAsync(14_999);
    const nothing = Promise.race([beat, Promise.resolve('nothing')]);
    expect(await nothing).toBe('nothing');
    await vi.advanceTimersByTimeAsync(1);
    expect(await beat).toBe(': heartbeat\n\n');
  }
  const end = reader.read();
  await vi.advanceTimersByTimeAsync(0);
  timers.end();
  expect(await end).toEqual({ done: true, value: undefined });
});

it('has its source wake it, and lets it know when nobody is left to wake', async () => {
  const waiters = new Set<Waiter>();
  const found: StreamEvent[] = [];
  const source: EventSource = {
    after: async () => ({ events: found.splice(0) }),
    watch: (waiter) => waiters.add(waiter),
    unwatch: (waiter) => waiters.delete(waiter),
  };
  const { next, reader, streams } = opened(source);
  await next();
  const woken = next();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiters.size).toBe(1);
  found.push(event(1));
  for (const waiter of waiters) waiter.wake();
  expect(await woken).toContain('id: 1\n');
  void reader.read();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiters.size).toBe(1);
  await reader.cancel();
  expect([waiters.size, streams.size]).toEqual([0, 0]);
});

it('holds nothing for a reader who leaves, or whose call is aborted', async () => {
  const left = opened(endless().source);
  await left.next();
  await left.reader.cancel();
  expect(left.streams.size).toBe(0);
  const aborted = opened(endless().source);
  await aborted.next();
  aborted.client.abort(new Error('changed my mind'));
  expect(aborted.streams.size).toBe(0);
  await expect(aborted.reader.read()).rejects.toThrow('changed my mind');
});

it('breaks off where its source fails, after what came before', async () => {
  const { streams, reader, next } = opened({ ...unwatched, after: () => Promise.reject(new Error('lost')) });
  await next();
  await expect(reader.read()).rejects.toThrow('lost');
  expect(streams.size).toBe(0);
});

it('gives a stranger a tenth of all streams, and has them back once they end', () => {
  const streams = new EventStreams(20, new Timers(async () => undefined));
  const { source } = endless();
  const open = (client: string | undefined) => asking.run(client, () => streams.open({ source, controls }));
  const [first] = [open('a'), open('a')];
  expect(() => open('a')).toThrow(expect.objectContaining({ kind: 'too_many_requests' }));
  open('b');
  // Whoever nobody counts has what there is.
  for (let i = 0; i < 10; i += 1) open(undefined);
  first?.end();
  open('a');
  expect(() => open('a')).toThrow(expect.objectContaining({ kind: 'too_many_requests' }));
});

it('refuses another stream where all are taken, of events and of texts, and opens one once one has ended', () => {
  const timers = new Timers(async () => undefined);
  const streams = new EventStreams(2, timers);
  const source: EventSource = { ...unwatched, after: async () => ({ events: [] }) };
  const texts = (async function* none() {})();
  const first = streams.open({ source, controls });
  streams.openTexts(texts, undefined);
  const refused = expect.objectContaining({
    kind: 'service_unavailable',
    message: 'the server has 2 open streams, and may have no more (--max-streams)',
    details: expect.objectContaining({ headers: { 'retry-after': '1' } }) as unknown,
  }) as Error;
  for (const open of [() => streams.open({ source, controls }), () => streams.openTexts(texts, undefined)]) {
    expect(open).toThrow(refused);
  }
  first.end();
  expect(streams.size).toBe(1);
  expect(() => streams.open({ source, controls })).not.toThrow();
});
