/** The domain social, to be served by a server in a browser. */
import { social as domain } from '../../domains/social/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain social of Understudy. */
export const social: BuiltinDomain = builtinDomain(domain);
