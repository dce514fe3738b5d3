/** Streams of events whose source and readers are slow, or do nothing at all. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventSource } from '../kit/handler.js';
import { EventStreams } from './event-streams.js';
import { Pauses } from './pauses.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const controls = { follow: true };

const event = (id: number) => ({ id: String(id), event: 'tick', data: 'x'.repeat(1000) });

/** A source that always has more, and counts what was taken of it. */
function endless() {
  let taken = 0;
  const source: EventSource = {
    after: async (id) => ({ events: Array.from({ length: 100 }, (_, i) => event(Number(id ?? 0) + i + 1)) }),
    changed: async () => true,
  };
  const counted: EventSource = { ...source, after: (id) => ((taken += 100), source.after(id)) };
  return { source: counted, taken: () => taken };
}

function opened(source: EventSource) {
  const pauses = new Pauses(async () => undefined);
  const streams = new EventStreams(1, pauses);
  const { signal } = new AbortController();
  const reader = streams.open({ source, controls, signal: () => signal }).getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  return { streams, pauses, reader, next };
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

it('shows that it is alive where nothing happens', async () => {
  const asked: number[] = [];
  const source: EventSource = {
    after: async () => ({ events: [] }),
    changed: async (_id, { ms }) => {
      asked.push(ms);
      return false;
    },
  };
  const { next, pauses, reader } = opened(source);
  expect([await next(), await next(), await next()]).toEqual(['retry: 1000\n\n', ': heartbeat\n\n', ': heartbeat\n\n']);
  expect(asked).toEqual([15_000, 15_000]);
  pauses.end();
  while (!(await reader.read()).done);
});

it('holds nothing for a reader who leaves', async () => {
  const { streams, reader, next } = opened(endless().source);
  await next();
  await reader.cancel();
  expect(streams.size).toBe(0);
});

it('breaks off where its source fails, after what came before', async () => {
  const source: EventSource = { after: () => Promise.reject(new Error('lost')), changed: async () => true };
  const { streams, reader, next } = opened(source);
  await next();
  await expect(reader.read()).rejects.toThrow('lost');
  expect(streams.size).toBe(0);
});
