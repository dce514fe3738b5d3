/** Who writes: the account of the user whose token came, which is made with the first write. */
import type { contract } from '@understudy/contract';
import { type ContextOf, instantText } from '../../kit/index.js';
import { type AccountRecord, accounts } from './records/account.js';
import { accountOf, type Refuse } from './viewer.js';

/** What every write is given. */
export interface Writing extends Pick<
  ContextOf<typeof contract.social, 'unlikePost'>,
  'records' | 'onlyId' | 'credential' | 'now'
> {
  readonly problem: Refuse<'forbidden'>;
}

/** Longest part of an e-mail address in a handle: what makes it unique comes after it. */
const MAX_NAME = 20;

/** A handle of an e-mail address that no other account has: seeded ones end otherwise. */
function handleOf(email: string, id: string): string {
  const [local = ''] = email.toLowerCase().split('@', 1);
  const plain = local.replaceAll(/[^a-z0-9]+/g, '_').slice(0, MAX_NAME);
  return `${plain}_${id.slice(`${accounts.prefix}_`.length).slice(0, 7)}`;
}

/**
 * The account of who writes.
 *
 * @throws ProblemError `forbidden` for a client on its own, which has none
 */
export function actorIn(ctx: Writing): AccountRecord {
  const { records, problem } = ctx;
  const { user } = ctx.credential;
  if (user === null) {
    const detail = 'this call needs the access token of a user, and the one that came is that of a client on its own';
    throw problem('forbidden', { detail });
  }
  const id = accountOf(ctx, user.id);
  const known = records.get(accounts, id);
  if (known !== undefined) return known;
  return records.put(accounts, {
    id,
    handle: handleOf(user.email, id),
    display_name: user.name,
    bio: null,
    is_protected: false,
    follower_count: 0,
    following_count: 0,
    post_count: 0,
    created_at: instantText(ctx.now),
  });
}
