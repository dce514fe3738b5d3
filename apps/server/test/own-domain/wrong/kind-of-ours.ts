// @ts-nocheck
import { defineDomain, defineKinds, get, implement, recordOf, z } from '@understudy/server/domain';
import { handlers, right, room, texts } from './parts.js';

const desks = defineDomain({
  name: 'desks',
  description: 'Desks.',
  kinds: defineKinds({ sold_out: { status: 409, title: 'Sold', description: 'Sold out.' } }),
  operations: {
    getDesk: get('/api/desks/{id}', { ...texts, input: z.object({ id: z.string() }), output: recordOf(room) }),
  },
});

export { right };

export const other = implement(desks, { collections: [], handlers: { getDesk: handlers.getRoom } });
