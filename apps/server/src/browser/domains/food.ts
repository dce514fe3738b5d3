/** The domain food, to be served by a server in a browser. */
import { food as domain } from '../../domains/food/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain food of Understudy. */
export const food: BuiltinDomain = builtinDomain(domain);
