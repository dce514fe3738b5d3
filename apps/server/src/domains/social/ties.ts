/** Accounts, who acts for one, and whom it follows, mutes and blocks. */
import {
  type ContextOf,
  type HandlersOf,
  instantText,
  listing,
  type Only,
  type Result,
  type WritableRecords,
} from '../../kit/index.js';
import { type AccountRecord, accounts, blocking, following } from './records/account.js';
import { accountOf, type Refuse, shownAccount, viewerIn } from './viewer.js';
import type { social } from '@understudy/contract/social';

interface Writing extends Pick<ContextOf<typeof social, 'unlikePost'>, 'records' | 'onlyId' | 'credential' | 'now'> {
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
  const existing = records.get(accounts, id);
  if (existing !== undefined) return existing;
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

type Tying = ContextOf<typeof social, 'followAccount'> | ContextOf<typeof social, 'blockAccount'>;
type Untying = ContextOf<typeof social, 'unfollowAccount'> | ContextOf<typeof social, 'unblockAccount'>;

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
export function followAccount(ctx: ContextOf<typeof social, 'followAccount'>): Result<null> {
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
export function unfollowAccount(ctx: ContextOf<typeof social, 'unfollowAccount'>): Result<null> {
  setFollow(ctx.records, pairIn(ctx), false);
  return { value: null };
}

/** Blocks an account: neither follows the other from then on. */
export function blockAccount(ctx: ContextOf<typeof social, 'blockAccount'>): Result<null> {
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
export function unblockAccount(ctx: ContextOf<typeof social, 'unblockAccount'>): Result<null> {
  const { from, to } = pairIn(ctx);
  blocking.set(ctx.records, [from, to], false);
  return { value: null };
}

/** The accounts that do not block who asks. */
function open(viewer: string): Only<AccountRecord> {
  return { by: [viewer], from: [blocking.changes], has: ({ id }, records) => !blocking.is(records, id, viewer) };
}

/** The handlers of what is read of accounts. */
export const accountReads = {
  listAccounts: (ctx: ContextOf<typeof social, 'listAccounts'>) => {
    const { records } = ctx;
    const viewer = viewerIn(ctx);
    const show = (account: AccountRecord) => shownAccount(records, viewer, account);
    return listing(accounts, {}, { show, only: viewer === undefined ? undefined : open(viewer) });
  },

  getAccount: (ctx: ContextOf<typeof social, 'getAccount'>) => {
    const { input, records } = ctx;
    const viewer = viewerIn(ctx);
    const account = records.find(accounts, input.account_id);
    if (viewer !== undefined && blocking.is(records, account.id, viewer)) throw records.missing(accounts, account.id);
    return { value: shownAccount(records, viewer, account) };
  },
} satisfies Pick<HandlersOf<typeof social>, 'listAccounts' | 'getAccount'>;
