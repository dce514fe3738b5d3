/** The library's fetch behaves like the global one, and its sandboxes like base URLs. */
import { expect, it } from 'vitest';
import { createUnderstudy, OptionError, type Understudy } from '../../src/index.js';
import { jsonRequest } from '../support.js';
import { ending } from '../use.js';

let understudy: Understudy;
it('rejects when its signal is aborted, before or while it waits', async () => {
  understudy = ending(createUnderstudy());
  const path = '/api/education/courses?delay=10';
  await expect(understudy.fetch(path, { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/i);
  await expect(understudy.fetch(path, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout|aborted/i);
  const controller = new AbortController();
  const answer = understudy.fetch(path, { signal: controller.signal });
  controller.abort(new Error('changed my mind'));
  await expect(answer).rejects.toThrow('changed my mind');
});

it('takes a path, a URL, or a Request, and resolves paths below the sandbox', async () => {
  understudy = ending(createUnderstudy({ clock: '2026-01-01T00:00:00Z' }));
  const sandbox = understudy.sandbox('mine');
  const inputs = [
    '/api/education/courses',
    `${sandbox.baseUrl}/api/education/courses`,
    new Request(`${sandbox.baseUrl}/api/education/courses`),
  ];
  const texts = await Promise.all(inputs.map(async (input) => (await sandbox.fetch(input)).text()));
  expect(new Set(texts).size).toBe(1);
  await understudy.fetch('/sandboxes/mine/clock', jsonRequest('POST', { action: 'freeze' }));
  const listed = await understudy.fetch('/sandboxes');
  expect(await listed.json()).toMatchObject({ data: [{ name: 'default' }, { name: 'mine' }] });
});

it('refuses unknown and wrong options by name', () => {
  expect(() => createUnderstudy({ nope: 1 } as object)).toThrow(OptionError);
  expect(() => createUnderstudy({ clock: 'noon' })).toThrow(/the option clock is "noon"/);
});
