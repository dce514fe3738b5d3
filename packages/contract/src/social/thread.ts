/** A thread: what a post answers, and what answers it, as a tree in which not every node is a post. */
import { z } from 'zod';
import { recordId } from '../kit/field.js';
import { type Post, socialPost } from './post.js';

/** A node of a thread, by its kind. */
export type ThreadNode =
  | { kind: 'post'; post: Post; replies: ThreadNode[]; more_replies: number }
  | { kind: 'deleted'; id: string; replies: ThreadNode[]; more_replies: number }
  | { kind: 'blocked'; id: string };

// A node holds nodes, which TypeScript cannot infer.
const replies: z.ZodType<ThreadNode[]> = z
  .lazy(() => z.array(threadNode))
  .meta({ description: 'Its direct replies, oldest first.' });

const below = {
  replies,
  more_replies: z
    .int()
    .min(0)
    .meta({ description: 'Direct replies to it that are not shown here.', examples: [0] }),
};

const own = recordId('Id of the post.', 'pst_0002');

/** A node of a thread. */
export const threadNode: z.ZodType<ThreadNode> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('post'), post: socialPost, ...below }).meta({ description: 'A post.' }),
    z.object({ kind: z.literal('deleted'), id: own, ...below }).meta({ description: 'A post that was deleted.' }),
    z.object({ kind: z.literal('blocked'), id: own }).meta({ description: 'A post that the caller may not see.' }),
  ])
  .meta({
    id: 'ThreadNode',
    description: 'A node of a thread, by `kind`.',
    examples: [{ kind: 'deleted', id: 'pst_0004', replies: [{ kind: 'blocked', id: 'pst_0010' }], more_replies: 0 }],
  });

/** A post with the posts that it answers and its replies. */
export const thread = z
  .object({
    ancestors: z
      .array(threadNode)
      .meta({ description: 'The posts that it answers, the root of the thread first, without their other replies.' }),
    post: threadNode,
  })
  .meta({ id: 'Thread', description: 'A post with the posts that it answers and its replies.' });

/** A post with the posts that it answers and its replies. */
export type Thread = z.infer<typeof thread>;
