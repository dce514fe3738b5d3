/** The domain education, to be served by a server in a browser. */
import { education as domain } from '../../domains/education/index.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain education of Understudy. */
export const education: BuiltinDomain = builtinDomain(domain);
