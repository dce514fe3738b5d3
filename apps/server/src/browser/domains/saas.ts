/** The domain saas, to be served by a server in a browser. */
import { saas as domain } from '../../domains/saas/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain saas of Understudy. */
export const saas: OurDomain = ourDomain(domain);
