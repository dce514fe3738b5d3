// @ts-nocheck
import { defineDomain, implement, post, writtenOf, z } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const wrong = post('/api/rooms', { ...texts, emits: ['room.opened'], input: z.object({}), output: writtenOf(room) });

const contract = defineDomain({ ...declared, operations: { wrong } });

export default implement(contract, { handlers: { wrong: handlers.getRoom } });
