/** Registers users, and logs them in. */
import type { Session, User } from '@understudy/contract';
import type { DerivedKeys } from '../../identity/password.js';
import { beginSession } from '../../identity/session.js';
import type { Realm } from '../../identity/tokens.js';
import { findByEmail, passwordKey, publicUser, userId, users } from '../../identity/users.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Emitted } from '../../webhooks/outbox.js';
import type { Draft } from '../../state/model/draft.js';

/** What a user registers with. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** When a user registers, and the keys of passwords. */
export interface RegisterFacts {
  readonly now: number;
  readonly keys: DerivedKeys;
}

/** Registers a user. The identical registration again answers the same user. */
export function register(draft: Draft, given: NewUser, { now, keys }: RegisterFacts): User {
  const { email, name, password } = given;
  const existing = findByEmail(draft, email);
  if (existing !== undefined) {
    if (keys.isRight(password, existing.password) && existing.name === name) return publicUser(existing);
    throw new ProblemError('conflict', {
      detail: 'the e-mail address is registered already, with another password or name',
      errors: [{ pointer: '#/email', code: 'conflict', detail: 'must not be registered already' }],
    });
  }
  const at = new Date(now).toISOString();
  const id = userId(draft.view, email);
  const record = {
    id,
    email,
    name,
    status: 'active' as const,
    created_at: at,
    updated_at: at,
    password: keys.hash(passwordKey(draft, given)),
    grants_from: 0,
  };
  return publicUser(draft.put(users, record));
}

const refusals = {
  pending: 'the user has not been activated yet',
  suspended: 'the user is suspended',
  deactivated: 'the user is deactivated',
} as const;

/** The event of a user who was not there before; none where the registration was a repetition. */
export function userCreated(draft: Draft, user: Pick<User, 'id'>): Emitted[] {
  if (draft.view.get(users, user.id) !== undefined) return [];
  const record = draft.get(users, user.id);
  return record === undefined ? [] : [{ type: 'user.created', object: publicUser(record) }];
}

/** Logs a user in. An unknown address and a wrong password look and take the same. */
export async function login(
  draft: Draft,
  given: Omit<NewUser, 'name'>,
  { realm, keys }: { realm: Realm; keys: DerivedKeys },
): Promise<Session> {
  const user = findByEmail(draft, given.email);
  if (user === undefined || !keys.isRight(given.password, user.password)) {
    throw new ProblemError('unauthorized', {
      detail: 'the e-mail address or the password is wrong',
      headers: { 'www-authenticate': 'Bearer realm="understudy"' },
    });
  }
  if (user.status !== 'active') throw new ProblemError('forbidden', { detail: refusals[user.status] });
  return beginSession(draft, user, realm);
}
