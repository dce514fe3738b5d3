/** Notes of a team: a domain of one's own, in one file. */
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
} from '@understudy/server/domain';

/** A note. What a member is called, means and looks like reaches the API reference and the types of clients. */
const note = z
  .object({
    id: recordId('Id of the note.', 'note_0001'),
    title: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'What it is about.', examples: ['Order chalk'] }),
    status: z.enum(['open', 'done', 'archived']).meta({ description: 'Where it stands.', examples: ['open'] }),
    created_at: z.iso.datetime().meta({ description: 'When it was written.', examples: ['2025-11-03T09:30:00.000Z'] }),
  })
  .meta({ id: 'Note', description: 'A note of a team.' });

/** The operations: what clients may rely on. */
export const contract = defineDomain({
  name: 'notes',
  description: 'Notes of a team.',
  kinds: defineKinds({
    already_archived: {
      status: 409,
      title: 'Already Archived',
      description: 'The note was put away. Write a new one instead.',
    },
  }),
  events: {
    'note.finished': webhookEvent({ type: 'note.finished', description: 'A note is done.', object: note }),
  },
  operations: {
    ...crud({
      path: '/api/notes',
      one: 'note',
      many: 'notes',
      schema: note,
      made: ['status', 'created_at'],
      searches: ['title'],
      filters: ['status'],
      sorts: ['title', 'created_at'],
    }),
    finishNote: post('/api/notes/{note_id}/finish', {
      summary: 'Finish a note',
      description: 'Marks an open note as done. Finishing it again changes nothing.',
      kinds: ['already_archived'],
      emits: ['note.finished'],
      input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
      output: writtenOf(note),
    }),
    archiveNote: post('/api/notes/{note_id}/archive', {
      summary: 'Archive a note',
      description: 'Puts a note away for good.',
      input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
      output: writtenOf(note),
    }),
  },
});

/** The records that every sandbox begins with: the same ones for the same seed, however many there are. */
const notes = collection({
  name: 'notes',
  prefix: 'note',
  noun: 'note',
  size: 50,
  schema: note,
  seed: ({ words, pick, instant }) => ({
    title: words(2, 5),
    status: pick(['open', 'open', 'done', 'archived']),
    created_at: instant('2025'),
  }),
});

export default implement(contract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, {
      one: 'note',
      many: 'notes',
      made: { status: () => 'open', created_at: ({ now }) => new Date(now).toISOString() },
    }),

    finishNote: ({ input, records, problem, emit }) => {
      // An id that no note has is a 404, which find() throws.
      const found = records.find(notes, input.note_id);
      if (found.status === 'archived') throw problem('already_archived', { detail: `${found.id} was put away` });
      if (found.status === 'done') return { value: [found] };
      const done = records.put(notes, { ...found, status: 'done' });
      emit('note.finished', done);
      return { value: [done] };
    },

    archiveNote: ({ input, records }) => {
      const found = records.find(notes, input.note_id);
      return { value: [found.status === 'archived' ? found : records.put(notes, { ...found, status: 'archived' })] };
    },
  },
});
