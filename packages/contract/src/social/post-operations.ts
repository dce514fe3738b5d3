/** The operations on posts: the timeline and its stream, threads, writing, deleting and liking. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, nothing, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal, equalInAnyCase } from '../kit/filter.js';
import { get, post, put, remove } from '../kit/methods.js';
import { streamInput, streamOf } from '../kit/stream.js';
import { attachmentTypes } from './attachment.js';
import { deletedPost, newPost, postId, socialPost } from './post.js';
import { thread } from './thread.js';

/** The stream of the timeline. */
const timelineEvents = streamOf(
  {
    post: z.object({ post: socialPost }),
    delete: deletedPost.pick({ id: true }),
    counts: socialPost.pick({ id: true, like_count: true, reply_count: true }),
  },
  {
    id: 'TimelineEvent',
    description:
      'A post was written or deleted, or its counts have changed. A reply shows in the counts of the post that it answers.',
  },
);

const feed = choice(
  ['public', 'home'],
  "`public` for the posts of all accounts, `home` for those of the accounts that the caller follows, and the caller's own: that needs a token.",
).default('public');

const byId = z.object({ post_id: postId });

/** How a post is refused that is deleted, or that the caller may not see. */
const refusals =
  'A deleted post is 410 with `current`. One of an account that blocks the caller is 404, one of an account that they block 403 `blocked`, and one for followers 403 `followers_only`, or 401 without a token.';

/** What all operations on one post have. */
const ofOne = { kinds: ['gone'], current: deletedPost, input: byId } as const;

/** The operations on posts. */
export const postOperations = {
  listTimeline: get('/api/social/timeline', {
    summary: 'List the timeline',
    description:
      'Root posts, newest first, without those that the caller may not see. While posts are written, the pages of this list shift: page 2 then repeats the end of page 1. Cursors are not affected.',
    credential: 'viewer',
    searches: ['text', 'tags'],
    arrivals: true,
    filters: {
      account_id: equal('account.id', recordId('Only posts of this account.', 'acc_0002')),
      tag: equalInAnyCase(
        'tags',
        z
          .string()
          .min(1)
          .max(120)
          .meta({ description: 'Only posts with this tag, without the #; case is ignored.', examples: ['gardening'] }),
      ),
      language: equalInAnyCase(
        z
          .string()
          .min(1)
          .max(35)
          .meta({ description: 'Only posts in this language (BCP 47); case is ignored.', examples: ['en'] }),
      ),
    },
    input: listInput({
      feed,
      has: choice(attachmentTypes, 'Only posts with an attachment of this type.').optional(),
    }),
    output: listOf(socialPost),
  }),
  streamTimeline: get('/api/social/timeline/stream', {
    summary: 'Follow the timeline',
    description:
      'The timeline as it happens: new root posts, deleted ones, and new counts of likes and replies. What the caller may not see is left out, so ids have gaps. Without an id it begins at the present; in a fresh sandbox the ids 1 to 20 are the newest seeded posts. It never ends by itself.',
    credential: 'viewer',
    input: streamInput({ feed }),
    output: timelineEvents,
  }),
  createPost: post('/api/social/posts', {
    summary: 'Write a post',
    description: `Writes a post, or a reply with \`in_reply_to\`. Without an Idempotency-Key, sending it again writes another one. A post that is answered or quoted must be one that its author may see: ${refusals.charAt(0).toLowerCase()}${refusals.slice(1)}`,
    credential: 'bearer',
    status: 201,
    kinds: ['gone'],
    current: deletedPost,
    emits: ['post.created'],
    input: newPost,
    output: writtenOf(socialPost),
  }),
  getPost: get('/api/social/posts/{post_id}', {
    ...ofOne,
    summary: 'Get a post',
    description: `One post by its id. ${refusals}`,
    credential: 'viewer',
    output: recordOf(socialPost),
  }),
  deletePost: remove('/api/social/posts/{post_id}', {
    ...ofOne,
    input: z.object({ post_id: recordId('Id of the post.', 'pst_0015') }),
    summary: 'Delete a post',
    description:
      "Deletes a post of one's own; its replies stay. Deleting it again changes nothing. A post of another account is 403 `not_yours`, or the same error as reading it.",
    credential: 'bearer',
    emits: ['post.deleted'],
    output: nothing,
  }),
  getThread: get('/api/social/posts/{post_id}/thread', {
    summary: 'Get a thread',
    description: `A post, the posts that it answers, and its replies as a tree. A deleted post is a node of its own kind, with the replies to it; so is a post that the caller may not see, with nothing below it. ${refusals}`,
    credential: 'viewer',
    kinds: ['gone'],
    current: deletedPost,
    input: z.object({
      post_id: postId,
      depth: z
        .int()
        .min(1)
        .max(6)
        .default(3)
        .meta({ description: 'Levels of replies below the post, 1 to 6.', examples: [3] }),
      width: z
        .int()
        .min(1)
        .max(50)
        .default(10)
        .meta({ description: 'Largest number of replies of each node, 1 to 50, oldest first.', examples: [10] }),
      after: recordId('Only direct replies after this one: the last of those that were shown.', 'pst_0003').optional(),
    }),
    output: recordOf(thread),
  }),
  likePost: put('/api/social/posts/{post_id}/like', {
    ...ofOne,
    summary: 'Like a post',
    description: `Likes a post. Liking it again changes nothing. ${refusals}`,
    credential: 'bearer',
    emits: ['post.liked'],
    output: nothing,
  }),
  unlikePost: remove('/api/social/posts/{post_id}/like', {
    summary: 'Take a like back',
    description: 'Withdraws a like, even if the post was deleted. Without a like, nothing changes.',
    credential: 'bearer',
    input: byId,
    output: nothing,
  }),
};
