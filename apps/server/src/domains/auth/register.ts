/** Registers users, and logs them in. */
import type { Session, User } from '@understudy/contract';
import { hashPassword, verifyPassword } from '../../identity/password.js';
import { beginSession } from '../../identity/session.js';
import type { Realm } from '../../identity/tokens.js';
import { findByEmail, publicUser, userId, users } from '../../identity/users.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Emitted } from '../../delivery/outbox.js';
import type { Draft } from '../../state/draft.js';

/** What a user registers with. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Registers a user. The identical registration again answers the same user. */
export async function register(draft: Draft, given: NewUser, now: number): Promise<User> {
  const { email, name } = given;
  const existing = findByEmail(draft, email);
  if (existing !== undefined) {
    const isSame = (await verifyPassword(given, existing.password)) && existing.name === name;
    if (isSame) return publicUser(existing);
    throw new ProblemError('conflict', {
      detail: 'the e-mail address is registered already, with another password or name',
      errors: [{ pointer: '#/email', code: 'conflict', detail: 'must not be registered already' }],
    });
  }
  const at = new Date(now).toISOString();
  const id = userId(draft.view, email);
  const hash = await hashPassword(given, [draft.view.world.seed, id]);
  const record = {
    id,
    email,
    name,
    status: 'active' as const,
    created_at: at,
    updated_at: at,
    password: hash,
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
export async function login(draft: Draft, given: Omit<NewUser, 'name'>, realm: Realm): Promise<Session> {
  const user = findByEmail(draft, given.email);
  const isRight = await verifyPassword(given, user?.password);
  if (user === undefined || !isRight) {
    throw new ProblemError('unauthorized', {
      detail: 'the e-mail address or the password is wrong',
      headers: { 'www-authenticate': 'Bearer realm="understudy"' },
    });
  }
  if (user.status !== 'active') throw new ProblemError('forbidden', { detail: refusals[user.status] });
  return beginSession(draft, user, realm);
}
