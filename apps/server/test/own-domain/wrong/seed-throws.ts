// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = { ...rooms, seeded: (dataset, index) => rooms.names[index] };

export default implement(contract, { collections: [wrong], handlers });
