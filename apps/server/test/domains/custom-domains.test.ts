/** A server of other domains than the published one: everything that it shows and refuses follows from those it is given. */
import {
  defineDomain,
  defineKinds,
  get,
  listInput,
  listOf,
  post,
  recordOf,
  webhookEvent,
  writtenOf,
} from '@understudy/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/server/app.js';
import { nodePlatform } from '../../src/server/node-platform.js';
import { apiOf } from '../../src/call/api.js';
import { sandboxes } from '../../src/domains/sandboxes/index.js';
import { OptionError, optionsFor, readOptions } from '../../src/options/options.js';
import type { Collection } from '../../src/kit/collection.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';
import { openOnce } from '../use.js';

const text = z
  .string()
  .min(1)
  .max(50)
  .meta({ description: 'What it says.', examples: ['Buy milk'] });
const id = z.string().meta({ description: 'Id of the note.', examples: ['note_0001'] });
const note = z.object({ id, text }).meta({ id: 'Note', description: 'A note.' });
type Note = z.infer<typeof note>;

const records: Collection<Note> = {
  name: 'notes',
  prefix: 'note',
  schema: note,
  defaultSize: 20,
  count: (dataset) => dataset.size('notes'),
  seeded: (_dataset, index) => ({ id: seededId('note', index), text: `Note ${index + 1}` }),
};

const contract = defineDomain({
  name: 'notes',
  description: 'Short texts.',
  kinds: defineKinds({
    paper_out: { status: 409, title: 'Paper Out', description: 'There is no paper left.', oauth: 'paper' },
  }),
  events: { 'note.created': webhookEvent({ type: 'note.created', description: 'A note is there.', object: note }) },
  operations: {
    listNotes: get('/api/notes', {
      summary: 'List notes',
      description: 'All notes.',
      searches: ['text'],
      input: listInput({}),
      output: listOf(note),
    }),
    getNote: get('/api/notes/{id}', {
      summary: 'Get a note',
      description: 'One note.',
      input: z.object({ id }),
      output: recordOf(note),
    }),
    createNote: post('/api/notes', {
      summary: 'Write a note',
      description: 'Needs paper.',
      errors: 'oauth',
      kinds: ['paper_out'],
      emits: ['note.created'],
      input: z.object({ text }),
      output: writtenOf(note),
    }),
  },
});

const notes = implement(contract, {
  collections: [records],
  handlers: {
    listNotes: () => listing(records),
    getNote: (ctx) => ({ value: ctx.records.find(records, ctx.input.id) }),
    createNote: ({ problem }) => {
      throw problem('paper_out');
    },
  },
});

const api = apiOf([notes, sandboxes]);
const settingsOf = (values: object) =>
  readOptions(optionsFor(api.sizes), { values: { ...values }, named: (field) => field });

const app = openOnce(() =>
  createApp(settingsOf({ clock: '2026-01-01T00:00:00Z' }), api, {
    platform: nodePlatform,
    sink: () => undefined,
  }),
);

async function ask(path: string, init?: RequestInit) {
  const response = await app.pipeline.fetch(new Request(`http://understudy.local${path}`, init));
  const json: unknown = await response.json();
  return { status: response.status, json };
}

const written = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"Milk"}' };

it('serves their operations over REST and tRPC', async () => {
  expect((await ask('/api/notes?q=note 7')).json).toMatchObject({ data: [{ id: 'note_0007' }] });
  expect((await ask('/trpc/notes.getNote?input={"id":"note_0002"}')).json).toMatchObject({
    result: { data: { data: { text: 'Note 2' } } },
  });
  expect((await ask('/api/education/courses')).status).toBe(404);
});

it('answers and explains their problem kinds', async () => {
  const problem = { kind: 'paper_out', status: 409, title: 'Paper Out', detail: 'There is no paper left.' };
  expect(await ask('/api/notes', written)).toMatchObject({ status: 409, json: { ...problem, error: 'paper' } });
  expect(await ask('/trpc/notes.createNote', written)).toMatchObject({
    status: 409,
    json: { error: { message: problem.detail, data: { code: 'CONFLICT', httpStatus: 409, problem } } },
  });
  expect((await ask('/problems/paper_out')).json).toMatchObject({ data: { title: 'Paper Out' } });
  expect((await ask('/problems/sold_out')).status).toBe(404);
});

it('documents them, with examples of their sizes', async () => {
  const { json } = await ask('/openapi.json');
  const example = { sizes: { notes: 20 } };
  expect(json).toMatchObject({
    tags: [{ name: 'notes', description: 'Short texts.' }, { name: 'sandboxes' }],
    webhooks: { 'note.created': {} },
    paths: {
      '/sandboxes/{name}': { put: { requestBody: { content: { 'application/json': { example } } } } },
      '/api/notes': { post: { responses: { '409': {} } } },
    },
  });
  expect(JSON.stringify(json)).not.toMatch(/sold_out|listCourses|"courses"/);
});

it('can restore the snapshot of the document', async () => {
  const { json } = await ask('/openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, { requestBody: { content: object } }>> };
  const { content } = paths['/sandboxes/{name}/snapshot']?.['put']?.requestBody ?? { content: {} };
  const [{ example } = {}] = Object.values(content) as { example?: object }[];
  const body = JSON.stringify(example);
  const restored = await ask('/sandboxes/copy/snapshot', { ...written, method: 'PUT', body });
  expect(restored).toMatchObject({ status: 200, json: { data: [{ sizes: { notes: 20 } }] } });
});

it('shows the start page, with nothing to try where no domain has it', async () => {
  const page = await (await app.pipeline.fetch(new Request('http://understudy.local/'))).text();
  expect(page).toContain('/api/notes');
  expect(page).not.toContain('Calls to copy');
});

it('takes sizes of their collections, and no others', () => {
  expect(settingsOf({ size: 'notes=3' }).size).toEqual({ notes: 3 });
  expect(() => settingsOf({ size: 'courses=3' })).toThrow(OptionError);
  expect(() => settingsOf({ size: 'courses=3' })).toThrow('one of the names notes');
});
