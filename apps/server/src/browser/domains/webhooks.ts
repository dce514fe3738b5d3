/** The domain webhooks, to be served by a server in a browser. */
import { webhooks as domain } from '../../domains/webhooks/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain webhooks of Understudy. */
export const webhooks: BuiltinDomain = builtinDomain(domain);
