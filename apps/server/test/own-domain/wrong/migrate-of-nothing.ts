// @ts-nocheck
import { implement } from '@understudy/server/domain';
import { contract, handlers } from './parts.js';

export default implement(contract, { handlers, migrate: { chairs: (record) => record } });
