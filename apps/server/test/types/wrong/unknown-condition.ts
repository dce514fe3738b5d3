/** A condition is over a member that the records do not have. */
import { crud, defineDomain, equal, z } from '../../../src/domain.js';
import { domain, finishNote, note } from '../right.js';

export const contract = defineDomain({
  ...domain,
  operations: {
    ...crud({
      path: '/api/notes',
      one: 'note',
      many: 'notes',
      schema: note,
      filters: { owner: equal('owner_id', z.string()) },
    }),
    finishNote,
  },
});
