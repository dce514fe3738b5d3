/** The domain oauth, to be served by a server in a browser. */
import { oauth as domain } from '../../domains/oauth/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain oauth of Understudy. */
export const oauth: BuiltinDomain = builtinDomain(domain);
