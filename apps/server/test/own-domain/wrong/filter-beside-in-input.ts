// @ts-nocheck
import { defineDomain, get, implement, listOf, unsearchedListInput, withinCircle, z } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const placed = room.extend({ location: z.object({ latitude: z.number(), longitude: z.number() }) });
const filters = { near: withinCircle('location', 'Only rooms around here.') };
const input = unsearchedListInput({ radius_m: z.int().optional() });

const wrong = get('/api/rooms', { ...texts, filters, input, output: listOf(placed) });

const contract = defineDomain({ ...declared, operations: { wrong } });

export default implement(contract, { handlers: { wrong: handlers.getRoom } });
