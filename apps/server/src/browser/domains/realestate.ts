/** The domain realestate, to be served by a server in a browser. */
import { realestate as domain } from '../../domains/realestate/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain realestate of Understudy. */
export const realestate: OurDomain = ourDomain(domain);
