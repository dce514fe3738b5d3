// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = {
  ...rooms,
  seeded: (dataset, index) => ({ ...rooms.seeded(dataset, index), seats: index === 19 ? 'many' : 5 }),
};

export default implement(contract, { collections: [wrong], handlers });
