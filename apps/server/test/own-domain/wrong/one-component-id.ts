// @ts-nocheck
import { defineDomain, get, implement, recordOf, z } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const smallRoom = room.omit({ seats: true }).meta({ id: 'Room', description: 'A small room.' });

const getSmall = get('/api/small/{id}', { ...texts, input: z.object({ id: z.string() }), output: recordOf(smallRoom) });

const contract = defineDomain({ ...declared, operations: { ...declared.operations, getSmall } });

export default implement(contract, { handlers: { ...handlers, getSmall: handlers.getRoom } });
