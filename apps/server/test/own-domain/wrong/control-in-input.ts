// @ts-nocheck
import { defineDomain, get, implement, recordOf, z } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const wrong = get('/api/rooms/{id}', {
  ...texts,
  input: z.object({ id: z.string(), delay: z.int() }),
  output: recordOf(room),
});

const contract = defineDomain({ ...declared, operations: { wrong } });

export default implement(contract, { handlers: { wrong: handlers.getRoom } });
