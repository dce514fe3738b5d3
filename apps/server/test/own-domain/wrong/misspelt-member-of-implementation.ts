// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers, rooms } from './parts.js';

export default implement(contract, { collections: [rooms], handlers, migrations: {} });
