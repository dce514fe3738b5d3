/** One question to PostgreSQL for many readers: who comes while it is under way does not get its answer. */
import { expect, it } from 'vitest';
import { PostgresReader } from './statements.js';
import { UNKNOWN } from '../../model/internal.js';
import { storeUnavailable } from '../store.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A database that answers when the test says so, with a revision of its choice. */
function slowDatabase() {
  const under: { readonly settle: (rows: readonly never[]) => void; readonly fail: (error: unknown) => void }[] = [];
  const reader = new PostgresReader({
    query: () => new Promise((settle, fail) => under.push({ settle, fail })),
  });
  const row = (revision: number) => ({
    position: 1,
    generation: 1,
    revision,
    config: 'null',
    bytes: 0,
    is_read: true,
    collection: null,
  });
  return {
    reader,
    questions: () => under.length,
    // The columns that the reader looks at.
    answer: (question: number, revision: number) => under[question]?.settle([row(revision)] as unknown as never[]),
    fail: (question: number) => under[question]?.fail(storeUnavailable(new Error('connection reset'))),
  };
}

it('shares one question among those who ask before it is sent, and never with those who come later', async () => {
  const { reader, questions, answer } = slowDatabase();
  const early = [reader.changedSince('s', UNKNOWN), reader.changedSince('s', UNKNOWN)];
  await turn();
  expect(questions()).toBe(1);
  const late = reader.changedSince('s', UNKNOWN);
  await turn();
  expect(questions()).toBe(2);
  answer(0, 7);
  answer(1, 8);
  expect((await Promise.all(early)).map((changes) => changes?.mark.revision)).toEqual([7, 7]);
  expect((await late)?.mark.revision).toBe(8);
});

it('has few questions under way, and asks the rest in one when one of them is answered', async () => {
  const { reader, questions, answer } = slowDatabase();
  const all = [];
  for (let i = 0; i < 6; i++) {
    all.push(reader.changedSince('s', UNKNOWN));
    await turn();
  }
  expect(questions()).toBe(2);
  answer(1, 1);
  await turn();
  expect(questions()).toBe(3);
  answer(0, 1);
  answer(2, 5);
  const revisions = (await Promise.all(all)).map((changes) => changes?.mark.revision);
  expect(revisions).toEqual([1, 1, 5, 5, 5, 5]);
});

it('fails those who shared a question that failed, and goes on', async () => {
  const { reader, questions, answer, fail } = slowDatabase();
  const failed = Promise.allSettled([reader.changedSince('s', UNKNOWN), reader.changedSince('t', UNKNOWN)]);
  await turn();
  fail(0);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = reader.changedSince('s', UNKNOWN);
  await turn();
  expect(questions()).toBe(2);
  answer(1, 3);
  expect((await next)?.mark.revision).toBe(3);
});

it('refuses readers when too many wait', async () => {
  const { reader, questions, answer } = slowDatabase();
  const waiting = Array.from({ length: 2000 }, () => reader.changedSince('s', UNKNOWN));
  await expect(reader.changedSince('s', UNKNOWN)).rejects.toMatchObject({ kind: 'service_unavailable' });
  await turn();
  expect(questions()).toBe(1);
  answer(0, 1);
  expect((await Promise.all(waiting)).length).toBe(2000);
});

it('fails those alone whose sandbox is damaged', async () => {
  const head = { generation: 1, revision: 1, config: 'null', bytes: 0, is_read: true, collection: null };
  const record = { collection: 'c', id: 'x', place: null, expires: null };
  const rows = [
    { ...head, position: 1, config: '{' },
    { ...head, position: 2 },
    { ...head, position: 3 },
    { ...record, position: 2, value: '{"id":' },
    { ...record, position: 3, value: '{"id":"x"}' },
  ];
  const reader = new PostgresReader({ query: async () => rows as unknown as never[] });
  const asked = ['config', 'record', 'whole', 'nothing'].map((name) => reader.changedSince(name, UNKNOWN));
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
  expect(settled[0]).toMatchObject({ reason: expect.any(SyntaxError) });
  expect(settled[2]).toMatchObject({ value: { records: [{ id: 'x', value: { id: 'x' } }] } });
});
