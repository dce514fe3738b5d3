/** The domain commerce, to be served by a server in a browser. */
import { commerce as domain } from '../../domains/commerce/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain commerce of Understudy. */
export const commerce: OurDomain = ourDomain(domain);
