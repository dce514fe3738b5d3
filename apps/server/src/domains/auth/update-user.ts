/** Changes a user within the states it may go through. */
import { auth as declared, type User } from '@understudy/contract/auth';
import { partingNumber } from '../../identity/grants.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { PasswordKeys } from '../../kit/password-keys.js';
import { problemsOf } from '../../kit/problem-error.js';
import type { WritableRecords } from '../../kit/records.js';

const problem = problemsOf(declared.kinds);

const next: Readonly<Record<User['status'], readonly User['status'][]>> = {
  pending: ['active', 'deactivated'],
  active: ['suspended', 'deactivated'],
  suspended: ['active', 'deactivated'],
  deactivated: [],
};

function checkTransition({ status }: UserRecord, wanted: User['status']): void {
  if (next[status].includes(wanted)) return;
  const allowed = next[status].length === 0 ? 'nowhere: the state is final' : next[status].join(' or ');
  throw problem('conflict', {
    detail: `a user who is ${status} cannot become ${wanted}; allowed: ${allowed}`,
    errors: [{ pointer: '#/status', code: 'conflict', detail: `must be ${allowed}` }],
  });
}

/** A user without claims has none, not an empty object of them. */
function withoutEmptyClaims({ claims, ...user }: UserRecord): UserRecord {
  return claims === undefined || Object.keys(claims).length === 0 ? user : { ...user, claims };
}

/** A user with another password; the same one where none is given, or the one that they have. */
export function withPassword(
  user: UserRecord,
  { password, keys }: { readonly password: string | undefined; readonly keys: PasswordKeys },
): UserRecord {
  if (password === undefined || keys.isRight(password, user.password)) return user;
  return { ...user, password: keys.hash({ password, salt: user.password.salt }) };
}

/** Changes a user. Suspending or deactivating ends every token, code and session there is, for good. */
export function updateUser(
  records: WritableRecords,
  user: UserRecord,
  { changed, now }: { readonly changed: UserRecord; readonly now: number },
): UserRecord {
  if (changed === user) return user;
  const { status } = changed;
  if (status !== user.status) checkTransition(user, status);
  const hasEnded = status !== user.status && status !== 'active';
  return records.put(users, {
    ...withoutEmptyClaims(changed),
    updated_at: new Date(now).toISOString(),
    grants_from: hasEnded ? partingNumber(records) : user.grants_from,
  });
}
