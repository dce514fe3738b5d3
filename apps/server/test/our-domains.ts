/** Our domains, loaded, for servers under test that have others beside them. */
import { type AnyImplementation, loaded } from '../src/call/domain.js';
import { builtinDomains } from '../src/server/builtin-domains.js';

/** All of them. */
export const ourDomains: readonly AnyImplementation[] = await Promise.all(builtinDomains.map(loaded));
