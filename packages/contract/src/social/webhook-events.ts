/** The webhook events of the social media domain. */
import { z } from 'zod';
import { webhookEvent } from '../kit/webhook.js';
import { account, accountId } from './account.js';
import { deletedPost, postId, socialPost } from './post.js';

/** One account that does something about another. */
const between = z
  .object({ account_id: accountId, target: account })
  .meta({ description: 'An account, and the other one that it follows or blocks.' });

const like = z
  .object({ account_id: accountId, post_id: postId, like_count: socialPost.shape.like_count })
  .meta({ description: 'A like of a post.' });

/** The webhook events of the social media domain, by type. Nobody looks at their records: `viewer` is null in them. */
export const socialEvents = {
  'post.created': webhookEvent({ type: 'post.created', description: 'A post was written.', object: socialPost }),
  'post.deleted': webhookEvent({ type: 'post.deleted', description: 'A post was deleted.', object: deletedPost }),
  'post.liked': webhookEvent({ type: 'post.liked', description: 'An account likes a post.', object: like }),
  'account.followed': webhookEvent({
    type: 'account.followed',
    description: 'An account follows another one.',
    object: between,
  }),
  'account.blocked': webhookEvent({
    type: 'account.blocked',
    description: 'An account blocks another one.',
    object: between,
  }),
};
