/** The domain social, to be served by a server in a browser. */
import { social as domain } from '../../domains/social/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain social of Understudy. */
export const social: OurDomain = ourDomain(domain);
