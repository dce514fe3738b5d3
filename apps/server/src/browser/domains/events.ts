/** The domain events, to be served by a server in a browser. */
import { events as domain } from '../../domains/events/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain events of Understudy. */
export const events: OurDomain = ourDomain(domain);
