/** The events of the timeline's stream. */
import { z } from 'zod';
import { streamOf } from '../kit/stream.js';
import { deletedPost, socialPost } from './post.js';

/** The stream of the timeline. */
export const timelineEvents = streamOf(
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
