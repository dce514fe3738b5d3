// @ts-nocheck
import { defineDomain, implement } from '@understudy/server/domain';
import { declared, handlers, rooms } from './parts.js';

const contract = defineDomain({ ...declared, evnts: {} });

export default implement(contract, { collections: [rooms], handlers });
