// @ts-nocheck
import { defineDomain, get, implement, listInput, listOf } from '@understudy/server/domain';
import { declared, handlers, room, texts } from './parts.js';

const wrong = get('/api/rooms', {
  ...texts,
  searches: ['name'],
  sorts: ['tags'],
  input: listInput({}),
  output: listOf(room),
});

const contract = defineDomain({ ...declared, operations: { wrong } });

export default implement(contract, { handlers: { wrong: handlers.getRoom } });
