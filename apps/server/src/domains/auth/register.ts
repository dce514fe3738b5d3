/** Registers users, and logs them in. */
import { auth as declared, type Session, type User } from '@understudy/contract/auth';
import { claimsAtFirst } from '../../identity/claims-at-first.js';
import { beginSession } from '../../identity/sessions.js';
import type { Realm } from '../../identity/realm.js';
import { findByEmail, passwordKey, publicUser, userId, users } from '../../identity/users.js';
import type { PasswordKeys } from '../../kit/credential.js';
import { ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { WritableRecords } from '../../kit/records.js';

const problem = problemsOf(declared.kinds);

/** What a user registers with. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** A user, and whether registering made it. */
export interface Registered {
  readonly user: User;
  readonly isNew: boolean;
}

/** Registers a user. The identical registration again answers the same user. */
export function register(
  records: WritableRecords,
  given: NewUser,
  { now, keys }: { readonly now: number; readonly keys: PasswordKeys },
): Registered {
  const { email, name, password } = given;
  const existing = findByEmail(records, email);
  if (existing !== undefined) {
    const isSame = keys.isRight(password, existing.password) && existing.name === name;
    if (isSame) return { user: publicUser(existing), isNew: false };
    throw problem('conflict', {
      detail: 'the e-mail address is registered already, with another password or name',
      errors: [{ pointer: '#/email', code: 'conflict', detail: 'must not be registered already' }],
    });
  }
  const at = new Date(now).toISOString();
  const id = userId(records, email);
  const claims = claimsAtFirst(records.dataset, { id, email });
  const record = {
    id,
    email,
    name,
    status: 'active' as const,
    created_at: at,
    updated_at: at,
    ...(claims === undefined ? {} : { claims }),
    password: keys.hash(passwordKey(records, given)),
    grants_from: 0,
  };
  return { user: publicUser(records.put(users, record)), isNew: true };
}

const refusals = {
  pending: () => problem('user_pending', { detail: 'the user has not been activated yet' }),
  suspended: () => problem('user_suspended', { detail: 'the user is suspended' }),
  deactivated: () => problem('user_deactivated', { detail: 'the user is deactivated' }),
} as const;

/** Logs a user in. An unknown address and a wrong password look and take the same. */
export async function login(
  records: WritableRecords,
  given: Omit<NewUser, 'name'>,
  { realm, keys }: { readonly realm: Realm; readonly keys: PasswordKeys },
): Promise<Session> {
  const user = findByEmail(records, given.email);
  if (user === undefined || !keys.isRight(given.password, user.password)) {
    throw new ProblemError('unauthorized', {
      detail: 'the e-mail address or the password is wrong',
      headers: { 'www-authenticate': 'Bearer realm="understudy"' },
    });
  }
  if (user.status !== 'active') throw refusals[user.status]();
  return beginSession(records, user, realm);
}
