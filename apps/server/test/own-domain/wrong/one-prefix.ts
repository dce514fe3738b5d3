// @ts-nocheck
import { defineDomain, get, implement, recordOf, z } from '@understudy/server/domain';
import { handlers, right, room, rooms, texts } from './parts.js';

const desks = defineDomain({
  name: 'desks',
  description: 'Desks.',
  operations: {
    getDesk: get('/api/desks/{id}', { ...texts, input: z.object({ id: z.string() }), output: recordOf(room) }),
  },
});

export { right };

export const other = implement(desks, {
  collections: [{ ...rooms, name: 'desks' }],
  handlers: { getDesk: handlers.getRoom },
});
