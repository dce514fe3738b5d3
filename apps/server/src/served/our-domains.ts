/** The domains of this product, all of them. */
import type { AnyImplementation } from '../call/domain.js';
import * as domains from '../domains/index.js';

/** Our domains, in the order in which a server has them. */
export const ours: readonly AnyImplementation[] = Object.values(domains);
