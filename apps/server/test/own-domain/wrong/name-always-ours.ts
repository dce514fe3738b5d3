// @ts-nocheck
import { defineDomain, implement } from '@understudy/server/domain';
import { declared, handlers } from './parts.js';

export default implement(defineDomain({ ...declared, name: 'auth' }), { handlers });
