/** Notes of a team in one file, as a user writes them: `crud`, a state machine, a webhook and a problem of their own. */
import {
  collection,
  crud,
  crudHandlers,
  defineDomain,
  defineKinds,
  implement,
  post,
  recordId,
  webhookEvent,
  writtenOf,
  z,
} from '../../src/domain.js';

const note = z
  .object({
    id: z.string(),
    title: z.string().min(1),
    status: z.enum(['open', 'done']),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Note', description: 'A note of a team.' });

const words = { one: 'note', many: 'notes' } as const;

/** The domain as it is declared. */
export const notesContract = defineDomain({
  name: 'notes',
  description: 'Notes of a team.',
  kinds: defineKinds({
    already_done: { status: 409, title: 'Already Done', description: 'The note was finished before.' },
  }),
  events: {
    'note.finished': webhookEvent({ type: 'note.finished', description: 'A note was finished.', object: note }),
  },
  operations: {
    ...crud({
      ...words,
      path: '/api/notes',
      schema: note,
      made: ['status', 'created_at'],
      searches: ['title'],
      filters: ['status'],
      sorts: ['created_at'],
    }),
    finishNote: post('/api/notes/{note_id}/finish', {
      summary: 'Finish a note',
      description: 'An open note is done.',
      kinds: ['already_done'],
      emits: ['note.finished'],
      input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
      output: writtenOf(note),
    }),
  },
});

const notes = collection({
  name: 'notes',
  prefix: 'note',
  noun: 'note',
  size: 50,
  schema: note,
  seed: ({ words: title, pick, instant }) => ({
    title: title(2, 5),
    status: pick(['open', 'done']),
    created_at: instant('2025'),
  }),
});

/** The domain as it is served. */
export const ownNotes = implement(notesContract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, {
      ...words,
      made: { status: () => 'open', created_at: ({ now }) => new Date(now).toISOString() },
    }),
    finishNote: ({ input, records, problem, emit }) => {
      const found = records.find(notes, input.note_id);
      if (found.status === 'done') throw problem('already_done');
      const finished = records.put(notes, { ...found, status: 'done' });
      emit('note.finished', finished);
      return { value: [finished] };
    },
  },
});
