/** Answers that are no plain 200: created, accepted, nothing; and writes of the version that was read. */
import { expect, test } from 'vitest';
import { createClient, isApiError } from '../src/index.js';
import { validator } from '../src/validate.js';
import { notes } from './notes.js';
import { baseUrl, failureOf, json, noWaiting, scripted } from './server.js';

const open = { id: 'note_0001', title: 'Buy milk', status: 'open' };
const done = { ...open, status: 'done' };
const envelope = { pagination: { page: 1, perPage: 1, total: 1, totalPages: 1 }, meta: { delayMs: 0 } };
const written = (status: number, headers = {}) => json({ data: [open], ...envelope }, { status, headers });
const read = (data: object, headers = {}) => json({ data, meta: { delayMs: 0 } }, { headers });
const place = '/api/notes/note_0001';
const input = { note_id: 'note_0001' };

/** A client of a server that answers by script. */
function clientOf(...answers: readonly (() => Response)[]) {
  const server = scripted(...answers);
  const waiting = noWaiting();
  const api = createClient({ baseUrl, fetch: server.fetch, domains: { notes }, ...waiting });
  return { api, sent: server.sent, waits: waiting.waits };
}

test('an answer without a body is undefined', async () => {
  const { api, sent } = clientOf(() => new Response(null, { status: 204 }));
  const { data, response } = await api.notes.deleteNote(input).withResponse();
  expect([data, response.status]).toEqual([undefined, 204]);
  expect(sent[0]).toMatchObject({ method: 'DELETE', body: '' });
  const checked = api.with({ validate: validator('throw') });
  expect(await checked.notes.deleteNote(input)).toBeUndefined();
});

test('a body where there should be none, or none where there should be one, is malformed', async () => {
  for (const text of ['{', '{"data":{}}']) {
    const { api } = clientOf(() => new Response(text));
    expect(isApiError(await failureOf(api.notes.deleteNote(input)), 'malformed')).toBe(true);
  }
  for (const call of ['getNote', 'finishNote', 'printNote'] as const) {
    const { api } = clientOf(() => new Response(null, { status: 204 }));
    expect(isApiError(await failureOf(api.notes[call](input)), 'malformed')).toBe(true);
  }
});

test('a created record is the record, and its address is absolute', async () => {
  const { api } = clientOf(written(201, { location: place, etag: '"1-0123abcd"' }));
  const { data, location, etag, response } = await api.notes.createNote({ title: 'Buy milk' }).withResponse();
  expect(data).toEqual(open);
  expect(response.status).toBe(201);
  expect(location).toBe(`${baseUrl}${place}`);
  expect(etag).toBe('"1-0123abcd"');
});

test('an answer without an address or a tag has neither', async () => {
  const { api } = clientOf(written(200));
  expect(await api.notes.createNote({ title: 'T' }).withResponse()).toMatchObject({
    location: undefined,
    etag: undefined,
  });
  const page = clientOf(json({ data: [open], ...envelope }));
  expect(await page.api.notes.listNotes().withResponse()).toMatchObject({ location: undefined, etag: undefined });
});

test('a job asks its location as Retry-After says, until an answer has none', async () => {
  const { api, sent, waits } = clientOf(
    written(202, { location: place, 'retry-after': '5' }),
    read(open, { 'retry-after': '30' }),
    json({ data: [open], ...envelope }, { status: 202 }),
    read(done),
  );
  const job = await api.notes.printNote(input, { idempotencyKey: 'k', scenario: ['ok'] });
  expect(job).toMatchObject({ record: open, location: `${baseUrl}${place}` });
  expect(await job.wait()).toEqual(done);
  expect(waits).toEqual([5000, 30_000, 1000]);
  expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    `POST ${place}/print`,
    ...Array.from({ length: 3 }, () => `GET ${place}`),
  ]);
  expect(sent[1]?.headers).not.toHaveProperty('idempotency-key');
});

test('a job that was done at once asks nothing', async () => {
  const { api, sent } = clientOf(written(200, { location: place }));
  expect(await (await api.notes.printNote(input)).wait()).toEqual(open);
  expect(sent).toHaveLength(1);
});

test('a question about a job is retried like any read, and its failure is that of the wait', async () => {
  const refused = { kind: 'not_found', status: 404, title: 'Not Found', detail: 'It is gone.' };
  const { api, waits } = clientOf(
    written(202, { location: place, 'retry-after': '2' }),
    json({}, { status: 503, headers: { 'retry-after': '3' } }),
    json(refused, { status: 404 }),
  );
  const job = await api.notes.printNote(input);
  const error = await failureOf(job.wait());
  expect(error).toMatchObject({ kind: 'not_found', operation: 'notes.printNote' });
  expect(waits).toEqual([2000, 3000]);
});

test('a wait for what never changes ends at its limit, of the pauses that were asked for', async () => {
  const frozen = read(open, { 'retry-after': '60' });
  const { api, sent } = clientOf(written(202, { location: place, 'retry-after': '60' }), frozen);
  const job = await api.notes.printNote(input);
  const error = await failureOf(job.wait());
  expect(isApiError(error, 'timeout')).toBe(true);
  expect(sent).toHaveLength(1 + 60);
  expect(isApiError(await failureOf(job.wait({ limitMs: 59_999 })), 'timeout')).toBe(true);
  expect(sent).toHaveLength(1 + 60);
});

test('a wait can be aborted', async () => {
  const server = scripted(written(202, { location: place, 'retry-after': '60' }), read(open));
  const api = createClient({ baseUrl, fetch: server.fetch, domains: { notes } });
  const stop = new AbortController();
  const waiting = failureOf((await api.notes.printNote(input)).wait({ signal: stop.signal }));
  stop.abort();
  expect(isApiError(await waiting, 'aborted')).toBe(true);
  expect(server.sent).toHaveLength(1);
});

test.each([
  ['has no Location', {}],
  ['leads to another origin', { location: 'https://elsewhere.example/api/notes/note_0001' }],
])('a job whose answer %s cannot be waited for', async (detail, headers) => {
  const { api, sent } = clientOf(written(202, headers), read(done));
  const error = await failureOf((await api.withToken('t').notes.printNote(input)).wait());
  expect(isApiError(error, 'malformed') && error.message).toContain(detail);
  expect(sent).toHaveLength(1);
});

test('a problem of a kind of its own is known by it', async () => {
  const problem = { kind: 'already_done', status: 409, title: 'Already Done', detail: 'It is done already.' };
  const { api } = clientOf(json(problem, { status: 409 }));
  const error = await failureOf(api.notes.finishNote(input));
  expect(error).toMatchObject({ kind: 'already_done', status: 409, problem });
  const other = createClient({ baseUrl, fetch: scripted(json(problem, { status: 409 })).fetch });
  expect(await failureOf(other.education.getCourse({ course_id: 'a' }))).toMatchObject({ kind: 'unexpected_status' });
});
