/** Our domains, loaded, for servers under test that have others beside them. */
import type { AnyImplementation } from '../src/call/domain.js';
import { loaded } from '../src/call/known.js';
import { ours } from '../src/served/our-domains.js';

/** All of them. */
export const ourDomains: readonly AnyImplementation[] = await Promise.all(ours.map(loaded));
