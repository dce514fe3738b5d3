/** The domain food, to be served by a server in a browser. */
import { food as domain } from '../../domains/food/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain food of Understudy. */
export const food: OurDomain = ourDomain(domain);
