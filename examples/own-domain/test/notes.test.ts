/** How an app's client copes with the notes: the typed client against a server in this process. */
import { ApiError, createClient } from '@understudy/client';
import { createUnderstudy } from '@understudy/server';
import { afterAll, expect, test } from 'vitest';
import notes, { contract } from '../notes.js';

/** Nobody waits in a test: not the server in a timeout, nor the client before it tries again. */
const sleep = async () => undefined;

const understudy = createUnderstudy({ domains: [notes], clock: '2026-01-01T00:00:00Z', sleep });
afterAll(() => understudy.close());

/** A client in a sandbox of its own: what one test writes, no other sees. */
const client = (sandbox: string) =>
  createClient({
    baseUrl: 'http://understudy.local',
    fetch: understudy.fetch,
    sandbox,
    domains: { notes: contract },
    sleep,
  });

test('a note is written, found, finished and put away', async () => {
  const api = client('life');
  const written = await api.notes.createNote({ title: 'Order chalk' });
  expect(written).toMatchObject({ status: 'open', created_at: '2026-01-01T00:00:00.000Z' });
  const found = await api.notes.listNotes({ q: 'chalk', status: 'open' });
  expect(found.data).toContainEqual(written);

  expect((await api.notes.finishNote({ note_id: written.id })).status).toBe('done');
  await api.notes.archiveNote({ note_id: written.id });
  const refused = await api.notes.finishNote({ note_id: written.id }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ kind: 'already_archived', status: 409 });
});

test('the seeded notes are the same every time, over all pages', async () => {
  const titles: string[] = [];
  for await (const { title } of client('pages').notes.listNotes({ per_page: 7, sort: 'title' })) titles.push(title);
  expect(titles).toHaveLength(50);
  expect(titles).toEqual(titles.toSorted());
});

test('a bad day: the client waits out a rate limit and a timeout', async () => {
  const call = client('bad-day').notes.getNote({ note_id: 'note_0001' }, { scenario: ['rate_limit', 'timeout', 'ok'] });
  const { attempts } = await call.withResponse();
  expect(attempts.map(({ status }) => status)).toEqual([429, 504, 200]);
});

test('the webhook says that a note is done', async () => {
  const api = client('webhook');
  await api.webhooks.registerWebhook({ url: 'https://receiver.example/hook', events: ['note.finished'] });
  const open = (await api.notes.listNotes({ status: 'open', per_page: 1 })).data[0];
  await api.notes.finishNote({ note_id: open?.id ?? '' });
  const [registration] = (await api.webhooks.listRegistrations()).data;
  expect(registration).toMatchObject({ events: ['note.finished'], deliveries: { total: 1, succeeded: 1 } });
});
