// @ts-nocheck
import { implement, seededId } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = { ...rooms, seeded: (dataset, index) => ({ ...rooms.seeded(dataset, index), id: seededId('r', index) }) };

export default implement(contract, { collections: [wrong], handlers });
