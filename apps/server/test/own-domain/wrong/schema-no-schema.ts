// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = { ...rooms, schema: { id: 'string' } };

export default implement(contract, { collections: [wrong], handlers });
