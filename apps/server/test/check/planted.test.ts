/** The checks find what is wrong with a domain, and nothing else: each planted fault has its findings. */
import { randomUUID } from 'node:crypto';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive } from '@understudy/tooling/sample';
import { expect, it } from 'vitest';
import { checkDomain } from '../../src/check.js';
import { checkNames } from '../../src/check/check-domains.js';
import { thrownText } from '../../src/check/check.js';
import { z } from '../../src/domain.js';
import { aroundHandlers } from './around-handlers.js';
import { type Note, notesWith, type Planted, seededNote } from './notes.js';

/** That other checks find nothing is tried where every case is; the good domain meets all checks. */
const spared = isExhaustive ? ['equal-stores', ...aroundHandlers] : checkNames;

const found = async (planted: Planted, expected: readonly string[]): Promise<string[]> => {
  const wanted = new Set(expected.map((one) => one.split(' ')[0]));
  const only = checkNames.filter((name) => wanted.has(name) || !spared.includes(name));
  const { findings } = await checkDomain(notesWith(planted), { only });
  return findings.map(({ check, subject }) => `${check} ${subject}`);
};

it('a good domain has no findings', { timeout: patient(30_000) }, async () => {
  expect((await checkDomain(notesWith())).findings).toEqual([]);
});

/** What a handler keeps outside of the records, where it must not. */
let counter = 0;

const written = (id: string, title: string, now: number): Note => ({
  id,
  title,
  status: 'open',
  created_at: new Date(now).toISOString(),
});

const asText = (length: number) => z.string().meta({ description: 'Some text.' }).min(length);

/** What is planted, and the check and the subject of each finding that follows from it. */
it.each<[string, Planted, readonly string[]]>([
  [
    'a handler that reads the time',
    { created: (id, input) => written(id, input.title, Math.floor(Date.now() / 1e14)) },
    ['time-and-chance notes.createNote'],
  ],
  [
    'a handler that makes a date of the present',
    { read: (note) => (new Date().getFullYear() < 0 ? { ...note, title: 'past' } : note) },
    ['time-and-chance notes.getNote'],
  ],
  [
    'a handler that reads chance, and does not show it',
    { read: (note) => (Math.random() > 1 ? { ...note, title: 'chance' } : note) },
    ['time-and-chance notes.getNote'],
  ],
  [
    'a write that is another each time',
    { created: (id, input, now) => written(id, `${input.title} ${randomUUID()}`, now) },
    [
      'same-over-trpc notes.createNote',
      'time-and-chance notes.createNote',
      'equal-bytes notes.createNote',
      'equal-stores notes.createNote',
    ],
  ],
  [
    'a counter in the module',
    { created: (id, input, now) => written(id, `${input.title} ${counter++}`, now) },
    ['same-over-trpc notes.createNote', 'equal-bytes notes.createNote', 'equal-stores notes.createNote'],
  ],
  [
    'a state outside of the records, which all sandboxes share',
    {
      created: (id, input, now) => {
        counter++;
        return written(id, input.title, now);
      },
      shown: (note) => ({ ...note, status: counter % 2 === 0 ? 'open' : 'done' }),
    },
    ['nothing-written notes.createNote', 'sandboxes-apart notes.createNote'],
  ],
  [
    'an answer that does not fit',
    { read: (note) => ({ ...note, created_at: 'yesterday' }) },
    ['answers notes.getNote'],
  ],
  ['a handler that throws', { read: () => JSON.parse('{') as Note }, ['answers notes.getNote']],
  ['a handler that returns nonsense', { read: () => 7 as unknown as Note }, ['answers notes.getNote']],
  [
    'a seed that depends on the size',
    { seeded: (dataset, index) => ({ ...seededNote(dataset, index), title: `Note of ${dataset.size('notes')}` }) },
    ['any-size notes'],
  ],
  [
    'a seed that does not fit',
    { seeded: (dataset, index) => ({ ...seededNote(dataset, index), ...(index === 29 ? { title: '' } : {}) }) },
    // The lists fail that it is shown in.
    ['seeds-fit notes', 'paging-styles notes.listNotes', 'sorts notes.listNotes', 'searches notes.listNotes'],
  ],
  [
    'quick members that are not those of the record',
    { quick: (dataset, index) => ({ id: seededNote(dataset, index).id, title: `Note ${index}` }) },
    // Those that are sorted and searched by them do not have what they are found by.
    ['seeds-fit notes', 'sorts notes.listNotes', 'searches notes.listNotes'],
  ],
  [
    'a seed that reads chance',
    { seeded: (dataset, index) => ({ ...seededNote(dataset, index), ...(Math.random() > 1 ? { title: 'x' } : {}) }) },
    ['seed-time-and-chance notes'],
  ],
  [
    'ids of another prefix',
    { seeded: (dataset, index) => ({ ...seededNote(dataset, index), id: `memo_${index}` }) },
    ['seed-ids notes'],
  ],
  [
    'a searched member that is shown as another',
    { shown: (note) => ({ ...note, title: `About ${note.title}` }) },
    ['searches notes.listNotes'],
  ],
  [
    'a record that its collection cannot hold',
    {
      stored: z.object({
        id: z.string(),
        title: z.string().refine((text) => text !== 'Milk', 'no milk today'),
        status: z.enum(['open', 'done']),
        created_at: z.string(),
      }),
    },
    // Refused before it is committed.
    ['answers notes.createNote'],
  ],
  ['an example that no record has', { noteId: asText(1).meta({ examples: ['note_9999'] }) }, []],
  ['an input without an example', { title: asText(1).regex(/^[A-Z]{3}-\d+$/) }, ['answers notes.createNote']],
  ['a wrong example', { title: asText(5).meta({ examples: ['Milk'] }) }, ['answers notes.createNote']],
])('%s', { timeout: patient(30_000) }, async (_what, planted, expected) => {
  counter = 0;
  expect(await found(planted, expected)).toEqual(expected);
});

it('says what was asked, what came, and what should have come', { timeout: patient(30_000) }, async () => {
  const only = ['answers'];
  const domain = notesWith({ title: asText(5).meta({ examples: ['Milk'] }) });
  const { findings, checks, skipped } = await checkDomain(domain, { only });
  expect(checks.map(({ name, subjects }) => [name, subjects])).toEqual([['answers', 4]]);
  expect(skipped[0]).toContain('postgres');
  expect(findings).toEqual([
    {
      check: 'answers',
      subject: 'notes.createNote',
      asked: `curl -X POST 'http://127.0.0.1:4010/api/notes' -H 'content-type: application/json' -H 'accept: application/json' -d '{"title":"Milk"}'`,
      expected: 'a call that succeeds; no call of notes.createNote succeeded: give an example for member title',
      actual: expect.stringMatching(/^400 .*title/),
    },
  ]);
});

const toyNote: Note = { id: 'note_0001', title: 'Milk', status: 'open', created_at: '2025-01-01T00:00:00.000Z' };

it.each<[string, Planted, string, RegExp]>([
  [
    'a handler that throws',
    {
      read: () => {
        throw new RangeError('no such tide');
      },
    },
    'a call that succeeds; no call of notes.getNote succeeded',
    /^RangeError: no such tide, at \.\/test\/check\/planted\.test\.ts:\d+: an error in your domain$/,
  ],
  [
    'one that throws for the records that there are, where the example has none',
    { noteId: asText(1).meta({ examples: ['note_9999'] }), read: () => JSON.parse('{') as Note },
    'a call that succeeds; no call of notes.getNote succeeded',
    /^SyntaxError: .*, at \.\/test\/check\/planted\.test\.ts:\d+: an error in your domain$/,
  ],
  [
    'one that throws no error',
    {
      read: () => {
        // eslint-disable-next-line no-throw-literal
        throw 'a text';
      },
    },
    'a call that succeeds; no call of notes.getNote succeeded',
    /^.*a text.* your domain/,
  ],
  [
    'one whose answer does not fit',
    { read: () => ({ ...toyNote, title: 7 as never }) },
    'a call that succeeds; no call of notes.getNote succeeded',
    /^ZodError: a value does not fit its schema at data\.title: .*: an error in your domain$/,
  ],
  [
    'one whose write does not fit',
    { created: (id) => ({ ...toyNote, id, title: '' }) },
    'a call that succeeds; no call of notes.createNote succeeded',
    /^NotAsDeclared: notes\.createNote .*: an error in your domain$/,
  ],
])('shows the error of %s, and whose it is', { timeout: patient(30_000) }, async (_what, planted, expected, thrown) => {
  const { findings } = await checkDomain(notesWith(planted), { only: ['answers'] });
  expect(findings).toEqual([expect.objectContaining({ check: 'answers', expected })]);
  expect(findings[0]?.thrown).toMatch(thrown);
});

it('tells an error of Understudy from one of the domain', () => {
  const error = new TypeError('x is not iterable');
  error.stack = 'TypeError: x is not iterable\n    at commit (/srv/node_modules/@understudy/server/dist/main.js:1:2)';
  expect(thrownText(error, ['notes.getNote'])).toMatch(
    /^TypeError: x is not iterable, at commit .*a fault in Understudy/,
  );
  expect(thrownText(new TypeError('notes.getNote is a read, and writes'), ['notes.getNote'])).toContain('your domain');
});
