/** A domain that compiles; each of the wrong ones differs from it in one thing. */
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

/** A note. */
export const note = z
  .object({
    id: z.string(),
    title: z.string(),
    tags: z.array(z.string()).meta({ examples: [['school']] }),
    status: z.enum(['open', 'done']),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Note', description: 'A note.' });

/** The operation beside those of crud. */
export const finishNote = post('/api/notes/{note_id}/finish', {
  summary: 'Finish a note',
  description: 'Marks a note as done.',
  kinds: ['already_done'],
  emits: ['note.finished'],
  input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
  output: writtenOf(note),
});

/** The parts of the domain beside its operations. */
export const domain = {
  name: 'notes',
  description: 'Short notes.',
  kinds: defineKinds({ already_done: { status: 409, title: 'Already Done', description: 'The note is done.' } }),
  events: {
    'note.finished': webhookEvent({ type: 'note.finished', description: 'A note was finished.', object: note }),
    'note.lost': webhookEvent({ type: 'note.lost', description: 'A note was lost.', object: note }),
  },
} as const;

/** The domain. */
export const contract = defineDomain({
  ...domain,
  operations: {
    ...crud({ path: '/api/notes', one: 'note', many: 'notes', schema: note, made: ['status', 'created_at'] }),
    finishNote,
  },
});

/** Its records. */
export const notes = collection({
  name: 'notes',
  prefix: 'note',
  size: 50,
  schema: note,
  seed: ({ words, word, pick, instant }) => ({
    title: words(2, 5),
    tags: [word()],
    status: pick(['open', 'done']),
    created_at: instant('2025'),
  }),
});

/** What the server makes. */
export const made = {
  status: () => 'open' as const,
  created_at: ({ now }: { readonly now: number }) => new Date(now).toISOString(),
};

/** The domain with its handlers. */
export const implemented = implement(contract, {
  collections: [notes],
  handlers: {
    ...crudHandlers(notes, { one: 'note', many: 'notes', made }),
    finishNote: ({ input, records, problem, emit }) => {
      const found = records.find(notes, input.note_id);
      if (found.status === 'done') throw problem('already_done');
      const done = records.put(notes, { ...found, status: 'done' });
      emit('note.finished', done);
      return { value: [done] };
    },
  },
});
