/** The domain education, to be served by a server in a browser. */
import { education as domain } from '../../domains/education/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';

/** The domain education of Understudy. */
export const education: OurDomain = ourDomain(domain);
