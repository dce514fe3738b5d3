/** A member of a declaration is misspelt. */
import { crud, defineDomain, get, recordId, recordOf, z } from '../../../src/domain.js';
import { domain, finishNote, note } from '../right.js';

export const contract = defineDomain({
  ...domain,
  operations: {
    ...crud({ path: '/api/notes', one: 'note', many: 'notes', schema: note, made: ['status', 'created_at'] }),
    finishNote,
    getFirstWord: get('/api/notes/{note_id}/word', {
      summary: 'Get the first word',
      kind: ['already_done'],
      description: 'The first word of the title.',
      input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
      output: recordOf(note),
    }),
  },
});
