/** The domain events, to be served by a server in a browser. */
import { events as domain } from '../../domains/events/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain events of Understudy. */
export const events: BuiltinDomain = builtinDomain(domain);
