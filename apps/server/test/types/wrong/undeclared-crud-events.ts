/** The operations of crud emit events that the domain does not declare. */
import { crud, defineDomain, get, recordId, recordOf, z } from '../../../src/domain.js';
import { domain, finishNote, note } from '../right.js';

export const contract = defineDomain({
  ...domain,
  operations: {
    ...crud({
      path: '/api/notes',
      one: 'note',
      many: 'notes',
      schema: note,
      made: ['status', 'created_at'],
      emits: true,
    }),
    finishNote,
    getFirstWord: get('/api/notes/{note_id}/word', {
      summary: 'Get the first word',
      description: 'The first word of the title.',
      input: z.object({ note_id: recordId('Id of the note.', 'note_0001') }),
      output: recordOf(note),
    }),
  },
});
