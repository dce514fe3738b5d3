/** Handlers that throw, never answer, loop or give nonsense: their call fails, the log says why, and nobody else notices. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HANDLER_MS } from '../../src/call/handle.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { servedApi } from '../../src/server/served-api.js';
import { inProcess, jsonRequest } from '../support.js';
import { faulty } from './faulty.js';
import { openEach } from '../use.js';

const serves = servedApi({ ours: builtinDomains, domains: [faulty] });

const server = openEach(() => inProcess({ serves, log: 'json' }));
afterEach(async () => {
  vi.useRealTimers();
});

const written = (how: string): RequestInit => jsonRequest('POST', { how });

const open = (how: string, init?: RequestInit) =>
  server.fetch(`/api/jars/jar_0001/open?how=${encodeURIComponent(how)}`, init);
const fill = (how: string) => server.fetch('/api/jars/jar_0001', written(how));

async function contentOf(id: string): Promise<unknown> {
  const { data } = (await (await server.fetch(`/api/jars/${id}`)).json()) as { data: { content: unknown } };
  return data.content;
}

const log = () => server.lines.join('');

describe.each([
  ['a read', open],
  ['a write', fill],
])('%s', (_, call) => {
  it.each([
    ['nothing', 'Jar gave undefined, and no { value }'],
    ['a text', 'Jar gave sugar, and no { value }'],
    ['another shape', /caused by ZodError: .*expected string, received number|gave a value that is not a list/],
    ['a number as value', /caused by ZodError: .*expected object, received number|gave a value that is not a list/],
    ['a list with nonsense', /caused by ZodError|fillJar answers what its output does not allow, at data\.0\.id/],
    ['cyclic', 'circular'],
    ['a BigInt', 'BigInt'],
    ['its secret', 'the password is hunter2'],
  ])('that gives %s is a 500, of which the log alone says why', async (how, why) => {
    const answer = await call(how);
    const body = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ kind: 'internal', simulated: false });
    expect(body).not.toMatch(/hunter2|faulty\.ts|stack/);
    expect(log()).toMatch(why);
    // Nothing of it was written.
    expect(await contentOf('jar_0001')).toBe('sugar');
    expect((await fill('salt')).status).toBe(200);
    expect(await contentOf('jar_0001')).toBe('salt');
  });

  it('that gives 20 MB keeps nobody from being served', async () => {
    const answers = await Promise.all([call('a lot'), server.fetch('/api/jars/jar_0002'), fill('salt')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('that never answers ends after a while, and is named in the log', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stuck = call('nowhere');
    await vi.advanceTimersByTimeAsync(HANDLER_MS - 1);
    expect(await contentOf('jar_0002')).toBe('sugar');
    await vi.advanceTimersByTimeAsync(1);
    expect((await stuck).status).toBe(500);
    expect(log()).toMatch(/HandlerTimeout: jars\.(open|fill)Jar has not answered within 30 s/);
    expect((await fill('salt')).status).toBe(200);
  });
});

it('ends a read that never answers when its client hangs up', async () => {
  const controller = new AbortController();
  const stuck = open('nowhere', { signal: controller.signal });
  await server.fetch('/api/jars/jar_0002');
  controller.abort();
  const [answer] = await Promise.allSettled([stuck]);
  expect(answer.status === 'fulfilled' ? answer.value.status : 504).toBe(504);
  expect(log()).not.toContain('HandlerTimeout');
});

it('says which operation held the process, and loses nothing of what came meanwhile', async () => {
  const during = Promise.all([fill('salt'), fill('loop'), server.fetch('/api/jars/jar_0002')]);
  expect((await during).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await contentOf('jar_0001')).toBe('loop');
  expect(log()).toMatch(/jars\.fillJar held the process for 1\.\d s, and nothing else was served meanwhile/);
});

it('says nothing of handlers that answer at once', async () => {
  await fill('salt');
  expect(log()).not.toContain('held the process');
});
