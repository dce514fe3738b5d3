/** Likes posts, and takes likes back. */
import type { contract } from '@understudy/contract';
import type { ContextOf, Result } from '../../kit/index.js';
import { actorIn } from './actor.js';
import { tell } from './records/change.js';
import { type PostRecord, posts } from './records/post.js';
import { liking } from './records/relation.js';
import { seenPost } from './viewer.js';

type Social = typeof contract.social;
type Liking = ContextOf<Social, 'likePost'>;
type Unliking = ContextOf<Social, 'unlikePost'>;

/** Counts a like of a post, or takes one off, and tells of it. */
function count({ records }: Pick<Liking, 'records'>, post: PostRecord, by: 1 | -1): PostRecord {
  const counted = records.put(posts, { ...post, like_count: post.like_count + by });
  if (counted.removed_at === null) tell(records, 'counts', counted);
  return counted;
}

/** Likes a post; once more changes nothing. */
export function likePost(ctx: Liking): Result<null> {
  const { input, records, emit } = ctx;
  const { id: account_id } = actorIn(ctx);
  const post = seenPost(ctx, account_id, { id: input.post_id });
  if (liking.set(records, [account_id, post.id], true)) {
    const { like_count } = count(ctx, post, 1);
    emit('post.liked', { account_id, post_id: post.id, like_count });
  }
  return { value: null };
}

/** Takes a like back, whatever has become of the post. */
export function unlikePost(ctx: Unliking): Result<null> {
  const { input, records } = ctx;
  const { id: account_id } = actorIn(ctx);
  const post = records.find(posts, input.post_id);
  if (liking.set(records, [account_id, post.id], false)) count(ctx, post, -1);
  return { value: null };
}
