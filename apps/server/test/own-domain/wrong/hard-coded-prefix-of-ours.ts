// @ts-nocheck
import { implement, seededId } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = {
  ...rooms,
  prefix: 'crs',
  seeded: (dataset, index) => ({ ...rooms.seeded(dataset, index), id: seededId('crs', index) }),
};

export default implement(contract, { collections: [wrong], handlers });
