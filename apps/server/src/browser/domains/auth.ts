/** The domain auth, to be served by a server in a browser: with it credentials can be read. */
import { auth as domain } from '../../domains/auth/index.js';
import { users } from '../../identity/credentials.js';
import { builtinDomain } from '../platform.js';
import type { BuiltinDomain } from '../../server/understudy.js';

/** The domain auth of Understudy. */
export const auth: BuiltinDomain = builtinDomain(domain, users);
