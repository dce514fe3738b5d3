/** Changes a user within the states it may go through. */
import { auth as declared, type User } from '@understudy/contract/auth';
import { partingNumber } from '../../identity/grants.js';
import { type UserRecord, users } from '../../identity/users.js';
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

/** What to change. */
export interface UserChange {
  readonly name?: string | undefined;
  readonly status?: User['status'] | undefined;
}

/** Changes a user. Suspending or deactivating ends every token, code and session there is, for good. */
export function updateUser(
  records: WritableRecords,
  user: UserRecord,
  { change, now }: { readonly change: UserChange; readonly now: number },
): UserRecord {
  const { name = user.name, status = user.status } = change;
  if (status !== user.status) checkTransition(user, status);
  if (name === user.name && status === user.status) return user;
  const hasEnded = status !== user.status && status !== 'active';
  return records.put(users, {
    ...user,
    name,
    status,
    updated_at: new Date(now).toISOString(),
    grants_from: hasEnded ? partingNumber(records) : user.grants_from,
  });
}
