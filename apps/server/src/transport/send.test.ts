/** When an answer that is ready goes out. */
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { Timers } from '../http/timers.js';
import { answer, beginSoon, type ResponseWriter } from './send.js';
import { serve } from './node.js';

afterEach(() => void vi.useRealTimers());

const WHOLE = { status: 200, headers: {}, body: new TextEncoder().encode('whole') };
const timers = new Timers(async () => undefined);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('goes out with the others of its turn, in their order, and one that cannot is in the way of none', async () => {
  const told: string[] = [];
  const to = (name: string): ResponseWriter => {
    const writeHead = () => {
      told.push(`sends ${name}`);
      if (name === 'second') throw new Error('its headers cannot be written');
    };
    const parts = { response: new PassThrough(), isQueued: false, isSent: true, discard: () => undefined };
    // The rest is not asked for.
    return { ...parts, writeHead, fail: () => told.push(`fails ${name}`) } as unknown as ResponseWriter;
  };
  for (const name of ['first', 'second', 'third']) {
    const leave = () => told.push(`leaves ${name}`);
    answer({ begin: () => ({ finished: WHOLE, leave }), timers }, {} as never, to(name));
  }
  expect(told).toEqual([]);
  await turn();
  expect(told.filter((one) => !one.startsWith('leaves'))).toEqual([
    'sends first',
    'sends second',
    'fails second',
    'sends third',
  ]);
  expect(told).toContain('leaves first');
  expect(told).toContain('leaves third');
});

it('goes out in the turn in which its request came, and after all requests of that turn were begun', async () => {
  const told: string[] = [];
  const to = (name: string): ResponseWriter => {
    const parts = { response: new PassThrough(), isQueued: false, isSent: true, discard: () => undefined };
    // The rest is not asked for.
    return { ...parts, writeHead: () => told.push(`sends ${name}`) } as unknown as ResponseWriter;
  };
  for (const name of ['first', 'second']) {
    const begin = () => {
      told.push(`begins ${name}`);
      return { finished: WHOLE };
    };
    beginSoon(() => answer({ begin, timers }, {} as never, to(name)));
  }
  expect(told).toEqual([]);
  await turn();
  expect(told).toEqual(['begins first', 'begins second', 'sends first', 'sends second']);
});

it('is sent where a test has made all timers false', async () => {
  const { port, close } = await serve({ begin: () => ({ finished: WHOLE }), timers }, { host: '127.0.0.1', port: 0 });
  vi.useFakeTimers();
  const answered = await fetch(`http://127.0.0.1:${port}`);
  expect(await answered.text()).toBe('whole');
  vi.useRealTimers();
  await close({ lingerMs: 1, graceMs: 1000 });
});
