/** The domain auth, to be served by a server in a browser: with it credentials can be read. */
import { auth as domain } from '../../domains/auth/index.js';
import { ourDomain } from '../../served/our-domain.js';
import type { OurDomain } from '../../understudy.js';
import { giveUsers } from '../give-users.js';

function withUsers(): OurDomain {
  giveUsers();
  return ourDomain(domain);
}

/** The domain auth of Understudy. */
export const auth: OurDomain = withUsers();
