/** The domain auth, to be served by a server in a browser. */
import { auth as domain } from '../../domains/auth/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain auth of Understudy. */
export const auth: OurDomain = ourDomain(domain);
