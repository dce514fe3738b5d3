/** The domain realestate, to be served by a server in a browser. */
import { realestate as domain } from '../../domains/realestate/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain realestate of Understudy. */
export const realestate: BuiltinDomain = builtinDomain(domain);
