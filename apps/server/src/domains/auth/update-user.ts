/** Changes a user within the states it may go through. */
import type { User } from '@understudy/contract';
import { partingNumber } from '../../identity/grants.js';
import { type UserRecord, users } from '../../identity/users.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Draft } from '../../state/model/draft.js';

const next: Readonly<Record<User['status'], readonly User['status'][]>> = {
  pending: ['active', 'deactivated'],
  active: ['suspended', 'deactivated'],
  suspended: ['active', 'deactivated'],
  deactivated: [],
};

/** The 404 for a user that is not there. */
export function unknownUser(id: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `there is no user ${JSON.stringify(id)}`,
    errors: [{ parameter: 'user_id', code: 'not_found', detail: 'must be the id of a user' }],
  });
}

function checkTransition({ status }: UserRecord, wanted: User['status']): void {
  if (next[status].includes(wanted)) return;
  const allowed = next[status].length === 0 ? 'nowhere: the state is final' : next[status].join(' or ');
  throw new ProblemError('conflict', {
    detail: `a user who is ${status} cannot become ${wanted}, but ${allowed}`,
    errors: [{ pointer: '#/status', code: 'conflict', detail: `must be ${allowed}` }],
  });
}

/** What to change. */
export interface UserChange {
  readonly name?: string | undefined;
  readonly status?: User['status'] | undefined;
}

/** Changes a user. Suspending or deactivating ends every token, code and session there is, for good. */
export function updateUser(draft: Draft, id: string, { change, now }: { change: UserChange; now: number }): UserRecord {
  const user = draft.get(users, id);
  if (user === undefined) throw unknownUser(id);
  const { name = user.name, status = user.status } = change;
  if (status !== user.status) checkTransition(user, status);
  if (name === user.name && status === user.status) return user;
  const hasEnded = status !== user.status && status !== 'active';
  return draft.put(users, {
    ...user,
    name,
    status,
    updated_at: new Date(now).toISOString(),
    grants_from: hasEnded ? partingNumber(draft) : user.grants_from,
  });
}
