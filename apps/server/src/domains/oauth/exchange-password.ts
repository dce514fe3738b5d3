/** Exchanges the password of a user, for the one client that may have it (RFC 6749 §4.3). */
import { LEGACY_CLIENT } from '../../identity/clients.js';
import { beginGrant } from '../../identity/grants.js';
import { requestedAudiences } from '../../identity/audience.js';
import { grantedScope } from '../../identity/scopes.js';
import { findByEmail, passwordKey } from '../../identity/users.js';
import type { PlanContext } from '../../kit/context.js';
import type { Needs } from '../../kit/handler.js';
import type { PasswordKeys } from '../../kit/password-keys.js';
import type { WritableRecords } from '../../kit/records.js';
import {
  type Exchange,
  type Exchanged,
  grantOfInactive,
  invalidGrant,
  issue,
  required,
  type TokenRequest,
} from './exchange.js';

/** The grant type, and who may use it. */
export const passwordGrant = { type: 'password', client: LEGACY_CLIENT } as const;

/** What holding a password against its user needs. */
export function ofPassword({ input, records }: PlanContext<TokenRequest>): Needs {
  const { grant_type, username: email, password } = input;
  if (grant_type !== passwordGrant.type || email === undefined || password === undefined) return {};
  return { keys: [passwordKey(records, { email, password })] };
}

/** Redeems the password of a user. An unknown address and a wrong password look and take the same. */
export async function exchangePassword(
  records: WritableRecords,
  exchange: Exchange,
  keys: PasswordKeys,
): Promise<Exchanged> {
  const { input, by, realm, login } = exchange;
  const [email, password] = [required(input, 'username'), required(input, 'password')];
  const user = findByEmail(records, email);
  // The key was derived for an unknown address as well, so that it is not known by its time.
  if (user === undefined || !keys.isRight(password, user.password))
    throw invalidGrant('the username or the password is wrong');
  if (user.status !== 'active') throw grantOfInactive(user, 'username');
  const scope = grantedScope(input.scope, login);
  const authTime = Math.floor(realm.now / 1000);
  const audiences = requestedAudiences(input);
  const granted = { userId: user.id, clientId: by.id, scope, authTime, confidential: by.isConfidential, audiences };
  return issue(records, exchange, { grant: beginGrant(records, granted, realm), scope });
}
