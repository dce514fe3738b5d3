/** A small domain that is good in every respect, with places in which a fault can be planted. */
import {
  type Collection,
  type Dataset,
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
  webhookEvent,
  writtenOf,
  z,
} from '../../src/domain.js';
import type { Domain } from '@understudy/contract';
import type { Implementation } from '../../src/kit/implement.js';

const note = z
  .object({
    id: z.string().meta({ description: 'Id of the note.', examples: ['note_0001'] }),
    title: z
      .string()
      .min(1)
      .meta({ description: 'What it is about.', examples: ['Milk'] }),
    status: z.enum(['open', 'done']).meta({ description: 'How far it has come.', examples: ['open'] }),
    created_at: z.iso.datetime().meta({ description: 'When it was written.', examples: ['2025-01-01T00:00:00.000Z'] }),
  })
  .meta({ id: 'Note', description: 'A note of a team.' });

/** A note. */
export type Note = z.infer<typeof note>;

const title = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'What it is about.', examples: ['Milk'] });
const noteId = z.string().meta({ description: 'Id of the note.', examples: ['note_0002'] });

/** What a fault replaces. */
export interface Planted {
  readonly seeded?: (dataset: Dataset, index: number) => Note;
  readonly quick?: (dataset: Dataset, index: number) => Pick<Note, 'id' | 'title'>;
  readonly stored?: z.ZodType<Note>;
  readonly title?: z.ZodType<string>;
  readonly noteId?: z.ZodType<string>;
  /** The note to write, from its title and the instant of the sandbox. */
  readonly created?: (id: string, input: { readonly title: string }, now: number) => Note;
  readonly read?: (note: Note) => Note;
  /** The note to show in a list. */
  readonly shown?: (note: Note) => Note;
}

const titles = ['Milk', 'Taxes', 'Birthday of Ada', 'Bicycle'] as const;

/** A seeded note. */
export function seededNote(dataset: Dataset, index: number): Note {
  const random = dataset.random('notes', index);
  const created_at = new Date(Date.UTC(2025, 0, 1 + random.int(0, 300))).toISOString();
  const status = random.chance(0.5) ? 'open' : 'done';
  return { id: seededId('note', index), title: `${random.pick(titles)} ${index}`, status, created_at };
}

const writtenNote = (id: string, input: { readonly title: string }, now: number): Note => {
  const created_at = new Date(now).toISOString();
  return { id, title: input.title, status: 'open', created_at };
};

/** The domain, with a fault where one is planted. */
export function notesWith(planted: Planted = {}): Implementation<Domain, unknown> {
  const { seeded = seededNote, created = writtenNote, read = (found) => found, shown } = planted;
  const contract = defineDomain({
    name: 'notes',
    description: 'Notes of a team.',
    kinds: defineKinds({
      already_done: { status: 409, title: 'Already Done', description: 'The note was finished before.' },
    }),
    events: {
      'note.finished': webhookEvent({ type: 'note.finished', description: 'A note was finished.', object: note }),
    },
    operations: {
      listNotes: get('/api/notes', {
        summary: 'List notes',
        description: 'All notes of the team.',
        searches: ['title'],
        sorts: ['created_at', 'title'],
        input: listInput({
          status: note.shape.status.optional().meta({ description: 'Only notes of this status.', examples: ['open'] }),
        }),
        output: listOf(note),
      }),
      getNote: get('/api/notes/{note_id}', {
        summary: 'Get a note',
        description: 'One note by its id.',
        input: z.object({ note_id: planted.noteId ?? noteId }),
        output: recordOf(note),
      }),
      createNote: post('/api/notes', {
        summary: 'Create a note',
        description: 'Writes a note.',
        input: z.object({ title: planted.title ?? title }),
        output: writtenOf(note),
      }),
      finishNote: post('/api/notes/{note_id}/finish', {
        summary: 'Finish a note',
        description: 'Finishes a note that is open.',
        kinds: ['already_done'],
        emits: ['note.finished'],
        input: z.object({ note_id: noteId }),
        output: writtenOf(note),
      }),
    },
  });
  const notes: Collection<Note> = {
    name: 'notes',
    prefix: 'note',
    noun: 'note',
    schema: planted.stored ?? note,
    defaultSize: 30,
    count: (dataset) => dataset.size('notes'),
    seeded,
    ...(planted.quick && { quick: planted.quick }),
  };
  return implement(contract, {
    collections: [notes],
    handlers: {
      listNotes: ({ input }) => {
        const found = listing(notes, { status: input.status });
        return shown === undefined ? found : { ...found, show: shown };
      },
      getNote: ({ input, records }) => ({ value: read(records.find(notes, input.note_id)) }),
      createNote: ({ input, records, newId, now }) => {
        const id = newId(notes, [input.title]);
        return { value: [records.put(notes, created(id, input, now))] };
      },
      finishNote: ({ input, records, problem, emit }) => {
        const found = records.find(notes, input.note_id);
        if (found.status === 'done') throw problem('already_done');
        const finished = records.put(notes, { ...found, status: 'done' as const });
        emit('note.finished', finished);
        return { value: [finished] };
      },
    },
  });
}
