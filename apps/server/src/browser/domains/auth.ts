/** The domain auth, to be served by a server in a browser: with it credentials can be read. */
import { auth as domain } from '../../domains/auth/index.js';
import { builtinDomain } from '../../server/is-builtin.js';
import type { BuiltinDomain } from '../../server/understudy.js';
import { giveUsers } from '../give-users.js';

function withUsers(): BuiltinDomain {
  giveUsers();
  return builtinDomain(domain);
}

/** The domain auth of Understudy. */
export const auth: BuiltinDomain = withUsers();
