/** The text of an answer: that of its schema's own, of all records that are what the schema says, and of no other. */
import { defineDomain, get, listInput, listOf, post, recordOf, writtenOf } from '@understudy/contract/kit';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Dataset } from '../kit/dataset.js';
import { answerText } from './answer-text.js';

const looks = vi.fn<() => void>();
const note = z.object({
  id: z.string(),
  title: z.string().refine((title) => {
    looks();
    return title !== '';
  }),
  tags: z.array(z.string()).default([]),
});
const input = listInput({});
const texts = { summary: 'List notes', description: 'All notes.', searches: ['title'] as const, input };
const beside = { unread: z.int().optional() };
const { operations } = defineDomain({
  name: 'notes',
  description: 'Notes.',
  operations: {
    listNotes: get('/api/notes', { ...texts, output: listOf(note, { beside }) }),
    getNote: get('/api/notes/{id}', {
      summary: 'Get a note',
      description: 'One note.',
      input: z.object({ id: z.string() }),
      output: recordOf(note, { beside }),
    }),
    createNote: post('/api/notes', {
      summary: 'Write a note',
      description: 'Adds a note.',
      input: z.object({ title: z.string() }),
      output: writtenOf(note),
    }),
    listShown: get('/api/shown', { ...texts, fields: true, output: listOf(note) }),
  },
});
const { listNotes, listShown, getNote, createNote } = operations;

const seeded = (title = 'Buy milk') =>
  new Dataset('seed', {}).record('notes', 0, () => ({ id: 'note_0001', title, secret: 'shelf 7' }));
const page = (...data: readonly unknown[]) => ({
  data,
  pagination: { page: 1, perPage: 10, total: data.length, totalPages: 1 },
  meta: { delayMs: 0 },
  unread: 3,
  secret: 'shelf 7',
});
const own = (title: string) => ({ id: 'note_0002', title, tags: ['a'], secret: 'shelf 7' });

it.each([
  ['no record', []],
  ['seeded ones, of which one comes twice', [seeded(), seeded('Call'), seeded()]],
  ['seeded ones and others', [own('Own'), seeded(), own('"quoted"\u2028')]],
])('of %s is what its schema makes of it, the first time and later', (_what, data) => {
  const whole = JSON.stringify(listNotes.whole.parse(page(...data)));
  expect(whole).not.toContain('shelf');
  for (let round = 0; round < 3; round++) expect(answerText(listNotes, {}, page(...data))).toBe(whole);
});

it.each([
  ['a seeded one', seeded()],
  ['another', own('Own')],
])('of one record is what its schema makes of it: %s', (_what, data) => {
  const one = { data, meta: { delayMs: 0 }, unread: 3, secret: 'shelf 7' };
  const read = JSON.stringify(getNote.whole.parse(one));
  const written = JSON.stringify(createNote.whole.parse(page(data)));
  expect(read + written).not.toContain('shelf');
  for (let round = 0; round < 3; round++) {
    expect(answerText(getNote, {}, one)).toBe(read);
    expect(answerText(createNote, {}, page(data))).toBe(written);
  }
});

it('looks at a seeded record once for its list and for itself', () => {
  const data = seeded('Both');
  looks.mockClear();
  answerText(listNotes, {}, page(data));
  answerText(getNote, {}, { data, meta: { delayMs: 0 } });
  expect(looks).toHaveBeenCalledTimes(1);
});

it('looks at a seeded record once, and at any other each time', () => {
  const [kept, other] = [seeded('Kept'), own('Other')];
  looks.mockClear();
  for (let round = 0; round < 5; round++) answerText(listNotes, {}, page(kept, other));
  expect(looks).toHaveBeenCalledTimes(1 + 5);
});

it.each([
  ['a record that is not what its schema says', page(own('Own'), { id: 'note_0003' })],
  ['a seeded one', page(seeded(''))],
  ['something else than a page', { ...page(), pagination: undefined }],
  ['no records', { ...page(), data: undefined }],
  ['nothing', null],
])('is not there of %s, whenever it is asked for', (_what, answer) => {
  for (let round = 0; round < 3; round++) expect(answerText(listNotes, {}, answer)).toBeUndefined();
});

it('is not there where some members are asked for alone', () => {
  expect(answerText(listShown, { fields: 'title' }, page(own('Own')))).toBeUndefined();
  expect(answerText(listShown, {}, page(own('Own')))).toContain('"tags":["a"]');
});

it('is not there where a schema has to wait', () => {
  const slow = listOf(z.object({ id: z.string().refine(async () => true) }));
  const operation = { ...listNotes, whole: slow };
  expect(answerText(operation, {}, page({ id: 'a' }))).toBeUndefined();
});
