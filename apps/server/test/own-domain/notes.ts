/** Notes of a team: a domain as a user writes it, in one file. */
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
  recordId,
  recordOf,
  seededId,
  webhookEvent,
  writtenOf,
  z,
} from '@understudy/server/domain';

const note = z
  .object({
    id: recordId('Id of the note.', 'note_0001'),
    title: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'What it says.', examples: ['Buy more chalk.'] }),
    status: z.enum(['open', 'done']).meta({ description: 'Whether it is done.', examples: ['open'] }),
    created_at: z.iso.datetime().meta({ description: 'When it was written.', examples: ['2026-01-01T00:00:00.000Z'] }),
  })
  .meta({ id: 'Note', description: 'A note of a team.' });

type Note = z.infer<typeof note>;

const note_id = recordId('Id of the note.', 'note_0001');

/** What the domain is. */
export const notesContract = defineDomain({
  name: 'notes',
  description: 'Notes of a team.',
  kinds: defineKinds({
    already_done: { status: 409, title: 'Already Done', description: 'The note was finished before.' },
  }),
  events: {
    'note.finished': webhookEvent({ type: 'note.finished', description: 'A note is done.', object: note }),
  },
  operations: {
    listNotes: get('/api/notes', {
      summary: 'List notes',
      description: 'All notes.',
      searches: ['title'],
      sorts: ['created_at'],
      input: listInput({ status: note.shape.status.optional() }),
      output: listOf(note),
    }),
    getNote: get('/api/notes/{note_id}', {
      summary: 'Get a note',
      description: 'One note by its id.',
      input: z.object({ note_id }),
      output: recordOf(note),
    }),
    createNote: post('/api/notes', {
      summary: 'Write a note',
      description: 'Adds a note.',
      input: note.pick({ title: true }),
      output: writtenOf(note),
    }),
    finishNote: post('/api/notes/{note_id}/finish', {
      summary: 'Finish a note',
      description: 'An open note is done.',
      kinds: ['already_done'],
      emits: ['note.finished'],
      input: z.object({ note_id }),
      output: writtenOf(note),
    }),
  },
});

const notes: Collection<Note> = {
  name: 'notes',
  prefix: 'note',
  noun: 'note',
  schema: note,
  defaultSize: 50,
  count: (dataset) => dataset.size('notes'),
  seeded: (dataset, index) => {
    const random = dataset.random('notes', index);
    return {
      id: seededId('note', index),
      title: random.pick(['Buy more chalk.', 'Book the small room.', 'Ask about the invoice.']),
      status: random.pick(['open', 'done'] as const),
      created_at: new Date(Date.UTC(2025, 0, 1 + random.int(0, 300))).toISOString(),
    };
  },
};

export default implement(notesContract, {
  collections: [notes],
  handlers: {
    listNotes: ({ input }) => listing(notes, { status: input.status }),
    getNote: ({ input, records }) => ({ value: records.find(notes, input.note_id) }),
    createNote: ({ input, records, newId, now }) => {
      const id = newId(notes, [input.title]);
      const created = { id, title: input.title, status: 'open' as const, created_at: new Date(now).toISOString() };
      return { value: [records.put(notes, created)] };
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
