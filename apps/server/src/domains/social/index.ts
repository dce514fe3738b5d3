/** The social media domain: its handlers over its records. */
import { social as declared } from '@understudy/contract/social';
import { implement } from '../../kit/index.js';
import { accountReads } from './accounts.js';
import { likePost, unlikePost } from './likes.js';
import { accounts } from './records/account.js';
import { changes } from './records/change.js';
import { posts } from './records/post.js';
import { blocking, following, liking } from './records/relation.js';
import { getPost, getThread } from './thread.js';
import { blockAccount, followAccount, unblockAccount, unfollowAccount } from './ties.js';
import { timeline } from './timeline.js';
import { createPost, deletePost } from './write-post.js';

/** Who follows whom, and what answers what, is known of all accounts and posts at once. */
const needs = () => ({ collections: [accounts, posts] });

/** The social media domain. */
export const social = implement(declared, {
  collections: [accounts, posts, changes, following.changes, blocking.changes, liking.changes],
  handlers: {
    listTimeline: { needs, handle: timeline.listTimeline },

    streamTimeline: { needs, handle: timeline.streamTimeline },

    createPost: { needs, handle: createPost },

    getPost: { needs, handle: getPost },

    deletePost: { needs, handle: deletePost },

    getThread: { needs, handle: getThread },

    likePost: { needs, handle: likePost },

    unlikePost: { needs, handle: unlikePost },

    listAccounts: { needs, handle: accountReads.listAccounts },

    getAccount: { needs, handle: accountReads.getAccount },

    followAccount: { needs, handle: followAccount },

    unfollowAccount: { needs, handle: unfollowAccount },

    blockAccount: { needs, handle: blockAccount },

    unblockAccount: { needs, handle: unblockAccount },
  },
});
