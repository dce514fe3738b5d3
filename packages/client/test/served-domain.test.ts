/** A domain of one's own, served in this process, and called through its declaration and through a generated file. */
import { createUnderstudy } from '@understudy/server';
import {
  type Collection,
  defineDomain,
  defineKinds,
  get,
  implement,
  listing,
  listInput,
  listOf,
  post,
  recordOf,
  seededId,
  writtenOf,
  z,
} from '@understudy/server/domain';
import { domainsFile } from '@understudy/server/generate';
import { afterAll, expect, test } from 'vitest';
import { createClient, isApiError } from '../src/index.js';
import { assertPagingStylesAgree } from '../src/testing.js';
import { validator } from '../src/validate.js';
import { baseUrl, failureOf, noWaiting, recorded } from './server.js';

const memo_id = z.string().meta({ description: 'Id of the memo.', examples: ['memo_0001'] });
const text = z
  .string()
  .min(1)
  .meta({ description: 'What it says.', examples: ['Buy milk'] });
const is_done = z.boolean().meta({ description: 'Whether it is done.', examples: [false] });
const memo = z.object({ id: memo_id, text, is_done }).meta({ id: 'Memo', description: 'A memo.' });

const memos = defineDomain({
  name: 'memos',
  description: 'Memos of a team.',
  kinds: defineKinds({ memo_done: { status: 409, title: 'Memo Done', description: 'It is done already.' } }),
  operations: {
    listMemos: get('/api/memos', {
      summary: 'List memos',
      description: 'All memos.',
      searches: ['text'],
      input: listInput({}),
      output: listOf(memo),
    }),
    getMemo: get('/api/memos/{memo_id}', {
      summary: 'Get a memo',
      description: 'One memo.',
      input: z.object({ memo_id }),
      output: recordOf(memo),
    }),
    createMemo: post('/api/memos', {
      summary: 'Write a memo',
      description: 'Adds a memo.',
      input: z.object({ text }),
      output: writtenOf(memo),
    }),
    finishMemo: post('/api/memos/{memo_id}/finish', {
      summary: 'Finish a memo',
      description: 'Marks the memo as done.',
      kinds: ['memo_done'],
      input: z.object({ memo_id }),
      output: writtenOf(memo),
    }),
  },
});

const records: Collection<z.infer<typeof memo>> = {
  name: 'memos',
  prefix: 'memo',
  schema: memo,
  defaultSize: 25,
  count: (dataset) => dataset.size('memos'),
  seeded: (_dataset, index) => ({ id: seededId('memo', index), text: `Memo ${index + 1}`, is_done: false }),
};

const served = implement(memos, {
  collections: [records],
  handlers: {
    listMemos: () => listing(records),
    getMemo: (ctx) => ({ value: ctx.records.find(records, ctx.input.memo_id) }),
    createMemo: ({ input, newId, records: all }) => ({
      value: [all.put(records, { id: newId(records, [input.text]), is_done: false, ...input })],
    }),
    finishMemo: ({ input, records: all, problem }) => {
      const found = all.find(records, input.memo_id);
      if (found.is_done) throw problem('memo_done');
      return { value: [all.put(records, { ...found, is_done: true })] };
    },
  },
});

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off', domains: [served] });
afterAll(() => understudy.close());

let sandboxes = 0;

/** A client in a sandbox of its own; no answer breaks the declaration unseen. */
function client() {
  sandboxes += 1;
  const { fetch, sent } = recorded(understudy.fetch);
  const options = { sandbox: `memos-${sandboxes}`, validate: validator('throw'), ...noWaiting() };
  return { api: createClient({ baseUrl, fetch, domains: { memos }, ...options }), sent };
}

test('lists are paged in every style, searched and walked', async () => {
  const { api } = client();
  await assertPagingStylesAgree((controls) => api.memos.listMemos({ per_page: 10 }, controls));
  expect(await api.memos.listMemos().toArray({ limit: 100 })).toHaveLength(25);
  expect((await api.memos.listMemos({ q: 'memo 25' })).data).toEqual([
    { id: 'memo_0025', text: 'Memo 25', is_done: false },
  ]);
});

test('writes are retried under one key, and happen once', async () => {
  const { api, sent } = client();
  const made = await api.memos.createMemo({ text: 'Buy milk' }, { scenario: ['rate_limit', 'server_error', 'ok'] });
  expect(await api.memos.getMemo({ memo_id: made.id })).toEqual({ ...made, text: 'Buy milk' });
  expect((await api.memos.listMemos()).pagination.total).toBe(26);
  expect(new Set(sent.slice(0, 3).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a problem of its own is known by its kind', async () => {
  const { api } = client();
  await api.memos.finishMemo({ memo_id: 'memo_0001' });
  const error = await failureOf(api.memos.finishMemo({ memo_id: 'memo_0001' }));
  expect(error).toMatchObject({ kind: 'memo_done', status: 409, problem: { title: 'Memo Done' } });
  expect(isApiError(error)).toBe(true);
});

test('its document is what a file is generated from', async () => {
  const document: unknown = await (await understudy.fetch('/openapi.json')).json();
  const file = domainsFile(document);
  expect(file).toContain('readonly memos: client.DomainDescriptor<MemosOperations>;');
  expect(file).toContain('memo_done: true;');
  expect(file).toContain('createMemo(input: CreateMemoInput, controls?: client.WriteControls): client.Reply<Memo>;');
});
