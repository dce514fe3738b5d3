/** Faults over tRPC: problems strike procedures, all else the whole request. */
import { describe, expect, it } from 'vitest';
import { BatchOutcome } from '../../src/http/evaluate-faults.js';
import { inProcess, jsonRequest, useServer } from '../support.js';
import { ask, courses } from './asking.js';
import { course } from '../sandboxes/client.js';

const server = useServer(inProcess);

const BATCH = '/trpc/education.createCourse,education.createCourse?batch=1';
const two = jsonRequest('POST', { 0: course, 1: { ...course, title: 'Splices' } });
const stream = { ...two, headers: { ...two.headers, 'trpc-accept': 'application/jsonl' } };

describe.each([
  ['a batch', two],
  ['a stream', stream],
])('%s', (_name, init) => {
  it('is struck procedure by procedure by a problem', async () => {
    const count = await courses(server);
    for (const [fault, written] of [
      ['server_error', 0],
      ['server_error;commit=after', 2],
    ] as const) {
      const before = await courses(server);
      const text = await (await ask(server, BATCH, fault, init)).text();
      expect(text.match(/"kind":"server_error"/g)).toHaveLength(2);
      expect(await courses(server)).toBe(before + written);
    }
    expect(await courses(server)).toBe(count + 2);
  });

  it('is struck as a whole by anything else', async () => {
    const count = await courses(server);
    const page = await ask(server, BATCH, 'bad_gateway', init);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
    const empty = await ask(server, BATCH, 'empty', init);
    expect([empty.status, await empty.text()]).toEqual([200, '']);
    await expect(ask(server, BATCH, 'reset', init)).rejects.toThrow(TypeError);
    // A fault of the body spoils the true answer of what is done.
    expect(await courses(server)).toBe(count + 2);
    await expect(ask(server, BATCH, 'reset;commit=after', init)).rejects.toThrow(TypeError);
    const after = await ask(server, BATCH, 'captive_portal;commit=after', init);
    expect(after.headers.get('content-type')).toContain('text/html');
    expect(await courses(server)).toBe(count + 6);
  });
});

it('keeps what one procedure meets from the others, and gives all of them what the request meets', () => {
  const problem = { fault: { fault: 'server_error', commit: 'before' }, isFirst: false } as const;
  const reset = { fault: { fault: 'reset', at: 'start', commit: 'before' }, isFirst: false } as const;
  const by = { rule: 'r', fault: 'x' };
  const struck = [by];
  const own = new BatchOutcome([
    ['a.b', { delayMs: 5, effect: problem, applied: struck }],
    ['a.c', undefined],
    ['a.b', { delayMs: 0, applied: struck }],
  ]);
  expect(own.whole).toMatchObject({ effect: undefined, applied: [by, by] });
  expect(own.next('a.b')).toMatchObject({ delayMs: 5, effect: problem });
  expect(own.next('a.c')?.effect).toBeUndefined();
  expect(own.next('a.b')?.effect).toBeUndefined();
  const whole = new BatchOutcome([
    ['a.b', { delayMs: 5, effect: problem, applied: struck }],
    ['a.c', { delayMs: 0, effect: reset, applied: struck }],
  ]);
  expect([whole.next('a.b')?.effect, whole.next('a.c')?.effect]).toEqual([reset, reset]);
});
