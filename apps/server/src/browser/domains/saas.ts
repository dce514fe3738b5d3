/** The domain saas, to be served by a server in a browser. */
import { saas as domain } from '../../domains/saas/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain saas of Understudy. */
export const saas: BuiltinDomain = builtinDomain(domain);
