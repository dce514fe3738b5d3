/** A domain of one's own, as its author declares it: every shape of answer, a kind of its own, versions. */
import {
  batchOf,
  defineDomain,
  defineKinds,
  get,
  listInput,
  listOf,
  nothing,
  patch,
  post,
  put,
  recordOf,
  remove,
  writtenOf,
  z,
} from '@understudy/server/domain';

const note_id = z.string().meta({ description: 'Id of the note.', examples: ['note_0001'] });
const title = z
  .string()
  .min(1)
  .meta({ description: 'What it says.', examples: ['Buy milk'] });
const status = z.enum(['open', 'done']).meta({ description: 'How far it is.' });

export const note = z.object({ id: note_id, title, status }).meta({ id: 'Note', description: 'A note of a team.' });

export const notes = defineDomain({
  name: 'notes',
  description: 'Notes of a team.',
  kinds: defineKinds({ already_done: { status: 409, title: 'Already Done', description: 'It is done already.' } }),
  operations: {
    listNotes: get('/api/notes', {
      summary: 'List notes',
      description: 'All notes.',
      searches: ['title'],
      sorts: ['title'],
      input: listInput({ status: status.optional() }),
      output: listOf(note),
    }),
    getNote: get('/api/notes/{note_id}', {
      summary: 'Get a note',
      description: 'One note.',
      input: z.object({ note_id }),
      output: recordOf(note),
    }),
    createNote: post('/api/notes', {
      summary: 'Write a note',
      description: 'Adds a note.',
      status: 201,
      input: z.object({ title }),
      output: writtenOf(note),
    }),
    replaceNote: put('/api/notes/{note_id}', {
      summary: 'Replace a note',
      description: 'Makes the note be as the body says.',
      input: z.object({ note_id, title, status }),
      output: writtenOf(note),
    }),
    updateNote: patch('/api/notes/{note_id}', {
      summary: 'Change a note',
      description: 'Changes what is sent.',
      input: z.object({ note_id, title: title.optional() }),
      output: writtenOf(note),
    }),
    finishNote: post('/api/notes/{note_id}/finish', {
      summary: 'Finish a note',
      description: 'Marks the note as done.',
      kinds: ['already_done'],
      input: z.object({ note_id }),
      output: writtenOf(note),
    }),
    printNote: post('/api/notes/{note_id}/print', {
      summary: 'Print a note',
      description: 'Puts the note into the queue of the printer.',
      status: 202,
      input: z.object({ note_id }),
      output: writtenOf(note),
    }),
    importNotes: post('/api/notes/import', {
      summary: 'Import notes',
      description: 'Adds many notes.',
      input: z.object({ titles: z.array(title) }),
      output: batchOf(note),
    }),
    countNotes: get('/api/notes/count', {
      summary: 'Count the notes',
      description: 'How many there are.',
      input: z.object({}),
      output: z.object({ count: z.int() }),
    }),
    deleteNote: remove('/api/notes/{note_id}', {
      summary: 'Remove a note',
      description: 'Removes the note.',
      input: z.object({ note_id }),
      output: nothing,
    }),
  },
});

/** A note. */
export type Note = z.output<typeof note>;
