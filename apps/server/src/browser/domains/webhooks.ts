/** The domain webhooks, to be served by a server in a browser. */
import { webhooks as domain } from '../../domains/webhooks/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain webhooks of Understudy. */
export const webhooks: OurDomain = ourDomain(domain);
