/** The domain oauth, to be served by a server in a browser. */
import { oauth as domain } from '../../domains/oauth/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain oauth of Understudy. */
export const oauth: OurDomain = ourDomain(domain);
