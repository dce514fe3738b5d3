// @ts-nocheck
import { defineDomain, equal, get, implement, listOf, unsearchedListInput, z } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const rank = equal(z.string().meta({ description: 'Only rooms of this rank.', examples: ['first'] }));

const wrong = get('/api/rooms', { ...texts, filters: { rank }, input: unsearchedListInput({}), output: listOf(room) });

const contract = defineDomain({ ...declared, operations: { wrong } });

export default implement(contract, { handlers: { wrong: handlers.getRoom } });
