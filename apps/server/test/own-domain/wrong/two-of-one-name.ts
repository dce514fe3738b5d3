// @ts-nocheck
import { defineDomain, get, implement, recordOf, z } from '@understudy/server/domain';
import { handlers, right, room, texts } from './parts.js';

const desks = defineDomain({
  name: 'rooms',
  description: 'Desks.',
  operations: {
    getDesk: get('/api/desks/{id}', { ...texts, input: z.object({ id: z.string() }), output: recordOf(room) }),
  },
});

export { right };

export const other = implement(desks, { collections: [], handlers: { getDesk: handlers.getRoom } });
