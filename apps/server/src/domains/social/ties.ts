/** Follows and blocks accounts, and takes that back. */
import type { contract } from '@understudy/contract';
import type { ContextOf, Result, WritableRecords } from '../../kit/index.js';
import { actorIn } from './actor.js';
import { type AccountRecord, accounts } from './records/account.js';
import { blocking, following } from './records/relation.js';
import { shownAccount } from './viewer.js';

type Social = typeof contract.social;
type Tying = ContextOf<Social, 'followAccount'> | ContextOf<Social, 'blockAccount'>;
type Untying = ContextOf<Social, 'unfollowAccount'> | ContextOf<Social, 'unblockAccount'>;

/** Who acts on whom. */
interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Makes one account follow another, or not; where that changes anything, both are counted anew. */
function setFollow(records: WritableRecords, { from, to }: Pair, isOn: boolean): boolean {
  if (!following.set(records, [from, to], isOn)) return false;
  const by = isOn ? 1 : -1;
  const [follower, followed] = records.findAll<[AccountRecord, AccountRecord]>([accounts, from], [accounts, to]);
  records.put(accounts, { ...follower, following_count: follower.following_count + by });
  records.put(accounts, { ...followed, follower_count: followed.follower_count + by });
  return true;
}

function pairIn(ctx: Tying | Untying): Pair {
  const { id: to } = ctx.records.find(accounts, ctx.input.account_id);
  return { from: actorIn(ctx).id, to };
}

/** Refuses what one cannot do to oneself. */
function checkOther({ records, problem }: Tying, { from, to }: Pair, does: string): void {
  if (from !== to) return;
  const current = shownAccount(records, from, records.find(accounts, to));
  throw problem('conflict', { detail: `${to} is your own account, which you cannot ${does}`, current });
}

/** What webhooks are told: nobody looks at the account. */
const told = (records: WritableRecords, { from, to }: Pair) => ({
  account_id: from,
  target: shownAccount(records, undefined, records.find(accounts, to)),
});

/** Follows an account. */
export function followAccount(ctx: ContextOf<Social, 'followAccount'>): Result<null> {
  const { records, problem, emit } = ctx;
  const pair = pairIn(ctx);
  const { from, to } = pair;
  if (blocking.is(records, to, from)) throw records.missing(accounts, to);
  if (blocking.is(records, from, to)) {
    const detail = `${to} cannot be followed: you block it`;
    throw problem('forbidden', { detail, errors: [{ parameter: 'account_id', code: 'blocked', detail }] });
  }
  checkOther(ctx, pair, 'follow');
  if (setFollow(records, pair, true)) emit('account.followed', told(records, pair));
  return { value: null };
}

/** Unfollows an account. */
export function unfollowAccount(ctx: ContextOf<Social, 'unfollowAccount'>): Result<null> {
  setFollow(ctx.records, pairIn(ctx), false);
  return { value: null };
}

/** Blocks an account: neither follows the other from then on. */
export function blockAccount(ctx: ContextOf<Social, 'blockAccount'>): Result<null> {
  const { records, emit } = ctx;
  const pair = pairIn(ctx);
  const { from, to } = pair;
  checkOther(ctx, pair, 'block');
  if (!blocking.set(records, [from, to], true)) return { value: null };
  setFollow(records, pair, false);
  setFollow(records, { from: to, to: from }, false);
  emit('account.blocked', told(records, pair));
  return { value: null };
}

/** Takes a block back; who followed whom is not restored. */
export function unblockAccount(ctx: ContextOf<Social, 'unblockAccount'>): Result<null> {
  const { from, to } = pairIn(ctx);
  blocking.set(ctx.records, [from, to], false);
  return { value: null };
}
