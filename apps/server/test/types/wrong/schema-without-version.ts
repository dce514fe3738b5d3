/** Operations have versions, and their records have none. */
import { crud, defineDomain } from '../../../src/domain.js';
import { domain, finishNote, note } from '../right.js';

export const contract = defineDomain({
  ...domain,
  operations: {
    ...crud({ path: '/api/notes', one: 'note', many: 'notes', schema: note, versioned: 'optional' }),
    finishNote,
  },
});
