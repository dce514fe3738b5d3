// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

const wrong = { ...rooms, defaultSize: 'many' };

export default implement(contract, { collections: [wrong], handlers });
