/** Files, as a client reads them: through a declaration and through a generated file. */
import { createUnderstudy } from '@understudy/server';
import { defineDomain, fileOf, get, implement, z } from '@understudy/server/domain';
import { domainsFile } from '@understudy/server/generate';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import { createClient, type Download, isApiError } from '../src/index.js';
import { validator } from '../src/validate.js';
import { baseUrl, failureOf, noWaiting, recorded } from './server.js';

const input = z.object({ plan_id: z.string().meta({ description: 'Id of the plan.', examples: ['a'] }) });

const plans = defineDomain({
  name: 'plans',
  description: 'Plans of rooms.',
  operations: {
    getPlan: get('/api/plans/{plan_id}', {
      summary: 'Get a plan',
      description: 'The drawing of a plan.',
      input,
      output: fileOf(['image/png', 'image/svg+xml']),
    }),
  },
});

const content = Uint8Array.from({ length: 10_000 }, (_, at) => (at * 31) % 256);

const served = implement(plans, {
  handlers: { getPlan: () => ({ file: { mediaType: 'image/png', bytes: content } }) },
});

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off', domains: [served] });
afterAll(() => understudy.close());

function client(fetch: (request: Request) => Promise<Response> = understudy.fetch) {
  const recorder = recorded(fetch);
  const options = { validate: validator('throw'), ...noWaiting() };
  return { api: createClient({ baseUrl, fetch: recorder.fetch, domains: { plans }, ...options }), sent: recorder.sent };
}

test('a file is its bytes, as often as they are asked for, a blob and a stream', async () => {
  const { api, sent } = client();
  const file = await api.plans.getPlan({ plan_id: 'a' });
  expectTypeOf(file).toEqualTypeOf<Download<'image/png' | 'image/svg+xml'>>();
  expect(file.mediaType).toBe('image/png');
  expect(file.etag).toMatch(/^"[\w-]{27}"$/);
  (await file.bytes()).fill(0);
  expect(await file.bytes()).toEqual(content);
  const blob = await file.blob();
  expect([blob.type, blob.size]).toEqual(['image/png', content.length]);
  expect(new Uint8Array(await new Response(file.stream()).arrayBuffer())).toEqual(content);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers['accept']).toBe('*/*');
});

test('its answer comes with it', async () => {
  const { api } = client();
  const { data, response, etag, attempts } = await api.plans.getPlan({ plan_id: 'a' }).withResponse();
  expect([response.status, etag, attempts.length]).toEqual([200, data.etag, 1]);
});

test('a download that breaks off is retried, as a failure is', async () => {
  const { api } = client();
  for (const fault of ['reset;at=body;times=1', 'truncate;times=1', 'server_error;times=1'] as const) {
    const { data, attempts } = await api.plans.getPlan({ plan_id: 'a' }, { fault }).withResponse();
    expect(
      attempts.map(({ kind }) => kind),
      fault,
    ).toEqual([fault.startsWith('server') ? 'server_error' : 'network', 'ok']);
    expect(await data.bytes()).toEqual(content);
  }
});

test('half a file has no tag, and looks like a whole one', async () => {
  const { api } = client();
  const file = await api.plans.getPlan({ plan_id: 'a' }, { simulateError: 'malformed' });
  expect([(await file.bytes()).length, file.etag]).toEqual([content.length / 2, undefined]);
});

test('a problem is an error, and what is of another type as well', async () => {
  const { api } = client();
  const error = await failureOf(api.plans.getPlan({ plan_id: 'a' }, { simulateError: 'not_found' }));
  expect(isApiError(error, 'not_found')).toBe(true);
  const portal = await failureOf(api.plans.getPlan({ plan_id: 'a' }, { fault: 'captive_portal' }));
  expect(portal).toMatchObject({ kind: 'malformed', status: 200 });
  expect(String(portal)).toContain('text/html');
  expect(isApiError(portal) && portal.body).toContain('<html');
});

test.each([
  ['image/png', '', 'malformed'],
  ['image/svg+xml', '', 'malformed'],
  ['image/png', 'x', undefined],
  ['IMAGE/PNG; a=b', 'x', undefined],
])('of a file of type %s that is %j comes %s', async (type, text, kind) => {
  const { api } = client(async () => new Response(text, { headers: { 'content-type': type } }));
  const call = api.plans.getPlan({ plan_id: 'a' });
  if (kind === undefined) return expect((await call).mediaType).toBe('image/png');
  return expect(await failureOf(call)).toMatchObject({ kind, status: 200, headers: expect.any(Headers) });
});

test('a call that is aborted while its file comes ends', async () => {
  const stop = new AbortController();
  const { api } = client(async () => new Response(new ReadableStream(), { headers: { 'content-type': 'image/png' } }));
  const call = api.plans.getPlan({ plan_id: 'a' }, { signal: stop.signal });
  stop.abort();
  expect(await failureOf(call)).toMatchObject({ kind: 'aborted' });
});

test('a generated file has the media types, and calls the same', async () => {
  const text = domainsFile(await (await understudy.fetch('/openapi.json')).json());
  expect(text).toContain("client.Reply<client.Download<'image/png' | 'image/svg+xml'>>;");
  expect(text).toContain("answers: 'file'");
  expect(text).toContain("mediaTypes: ['image/png', 'image/svg+xml']");
  expect(text).not.toMatch(/Range/);
});
