/** Who asks, and what they may see. */
import type { Account, social as declared } from '@understudy/contract/social';
import { type Bearer, type ContextOf, indexOfSeededId, type Records, seededId } from '../../kit/index.js';
import { type AccountRecord, accounts, blocking, following } from './records/account.js';
import { type PostRecord, posts } from './records/post.js';

type Reading = ContextOf<typeof declared, 'getPost'>;

/** Makes problems of some kinds, in whatever operation. */
export type Refuse<Kind extends string> = (kind: Kind, details?: Parameters<Reading['problem']>[1]) => Error;

/** Id of the account of who asks; undefined for nobody in particular. They may have no account yet. */
export type Viewer = string | undefined;

/** What tells whose account a call is about. */
type Asking = Pick<Reading, 'records' | 'onlyId'> & { readonly credential: Bearer | undefined };

/** Id of the account of a user: that of the same number, else one that can be made for them. */
export function accountOf({ records, onlyId }: Pick<Asking, 'records' | 'onlyId'>, userId: string): string {
  const index = indexOfSeededId('usr', userId);
  const isSeeded = index >= 0 && index < accounts.count(records.dataset);
  return isSeeded ? seededId(accounts.prefix, index) : onlyId(accounts, [userId]);
}

/** Who asks. */
export function viewerIn(ctx: Asking): Viewer {
  const user = ctx.credential?.user ?? undefined;
  return user && accountOf(ctx, user.id);
}

/** How a post is to a viewer: seen, unknown since its author blocks them, or kept from them for a reason that they are told. */
type Sight = 'seen' | 'unknown' | 'blocked' | 'followers_only';

/** What of a post decides who may see it. */
interface Seen {
  readonly account: { readonly id: string };
  readonly visibility: PostRecord['visibility'];
}

/** How a post is to a viewer. */
export function sightOf(records: Records, viewer: Viewer, { account: { id }, visibility }: Seen): Sight {
  if (viewer === id) return 'seen';
  if (viewer === undefined) return visibility === 'public' ? 'seen' : 'followers_only';
  if (blocking.is(records, id, viewer)) return 'unknown';
  if (blocking.is(records, viewer, id)) return 'blocked';
  return visibility === 'public' || following.is(records, viewer, id) ? 'seen' : 'followers_only';
}

/** Where in the request the id of a post stands. */
type Place = { readonly parameter: string } | { readonly pointer: string };

const why = { blocked: 'you block its author', followers_only: 'it is for those who follow its author' } as const;

/**
 * A post that is there and that the viewer may see.
 *
 * @throws ProblemError for one that is not there, is deleted, or is not for the viewer
 */
export function seenPost(
  { records, problem }: Pick<Reading, 'records'> & { readonly problem: Refuse<'gone' | 'unauthorized' | 'forbidden'> },
  viewer: Viewer,
  { id, at = { parameter: 'post_id' } }: { readonly id: string; readonly at?: Place },
): PostRecord {
  const post = records.find(posts, id);
  const sight = sightOf(records, viewer, post);
  if (sight === 'unknown') throw records.missing(posts, id);
  if (post.removed_at !== null) throw problem('gone', { detail: `${id} was deleted`, current: post });
  if (sight === 'seen') return post;
  const detail = `${id} is not shown: ${why[sight]}`;
  if (viewer === undefined) {
    throw problem('unauthorized', { detail, headers: { 'www-authenticate': 'Bearer realm="understudy"' } });
  }
  throw problem('forbidden', { detail, errors: [{ ...at, code: sight, detail }] });
}

/** An account as a viewer sees it. */
export function shownAccount(records: Records, viewer: Viewer, record: AccountRecord): Account {
  const { id } = record;
  if (viewer === undefined) return { ...record, viewer: null };
  return {
    ...record,
    viewer: {
      following: following.is(records, viewer, id),
      followed_by: following.is(records, id, viewer),
      blocking: blocking.is(records, viewer, id),
    },
  };
}
