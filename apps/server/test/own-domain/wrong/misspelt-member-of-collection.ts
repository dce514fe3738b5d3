// @ts-nocheck
import { collection, implement } from '@understudy/server/domain';
import { contract, handlers, room } from './parts.js';

const parts = {
  name: 'rooms',
  prefix: 'room',
  size: 20,
  schema: room,
  seed: () => ({ name: 'A', seats: 1, tags: [] }),
};

export default implement(contract, { collections: [collection({ ...parts, transitions: () => undefined })], handlers });
