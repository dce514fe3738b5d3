/** The domain commerce, to be served by a server in a browser. */
import { commerce as domain } from '../../domains/commerce/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain commerce of Understudy. */
export const commerce: BuiltinDomain = builtinDomain(domain);
