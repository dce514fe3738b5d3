/** Posts, as one viewer sees them, and what clients send to write them. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { accountNames } from './account.js';
import { attachment, MAX_IMAGES, newAttachment } from './attachment.js';

/** Who may see a post. */
export const postVisibilities = ['public', 'followers'] as const;

/** Longest text of a post, in code points: an emoji counts as often as Unicode counts it, not as JavaScript does. */
export const MAX_POST_TEXT = 500;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, 'must be a language tag (BCP 47), such as en or pt-BR')
  .meta({ description: 'Language of the text (BCP 47).', examples: ['en'] });

/** The id of a post, in a path. */
export const postId = recordId('Id of the post.', 'pst_0001');

/** A post. */
export const socialPost = z
  .object({
    id: recordId('Id of the post.', 'pst_0001'),
    account: z.object(accountNames).meta({ description: 'Who wrote it.' }),
    text: z.string().meta({
      description: 'The text: up to 500 code points; empty only with attachments.',
      examples: ['Hello!'],
    }),
    in_reply_to: recordId('The post that it answers; null for a root.', 'pst_0001')
      .nullable()
      .meta({ description: 'The post that it answers; null for a root.', examples: [null] }),
    thread_id: recordId('The root of its thread; its own id for a root.', 'pst_0001'),
    visibility: choice(postVisibilities, '`followers` if only those who follow its account may see it.'),
    attachments: z.array(attachment).meta({ description: 'Up to four images, or one attachment of any other type.' }),
    tags: z
      .array(z.string())
      .meta({ description: 'The `#words` of the text, in lower case.', examples: [['gardening']] }),
    language: z.string().meta({ description: 'Language of the text (BCP 47).', examples: ['en'] }),
    like_count: count('Accounts that like it.', 7),
    reply_count: count('Its direct replies, without those that were deleted.', 2),
    created_at: instant('When it was written.', '2025-11-10T15:00:00.000Z'),
    viewer: z
      .object({ liked: z.boolean().meta({ description: 'Whether the caller likes it.', examples: [false] }) })
      .nullable()
      .meta({ description: 'How the caller relates to it; null without a token.' }),
  })
  .meta({ id: 'Post', description: 'A post, as the caller sees it.' });

/** A post. */
export type Post = z.infer<typeof socialPost>;

/** What is left of a post that was deleted. */
export const deletedPost = z
  .object({
    id: recordId('Id of the post.', 'pst_0002'),
    removed_at: instant('When it was deleted.', '2025-11-12T08:30:00.000Z'),
  })
  .meta({ id: 'DeletedPost', description: 'What is left of a post that was deleted.' });

/** Body of `POST /api/social/posts`. */
export const newPost = z
  .object({
    text: z
      .string()
      .check(({ value, issues }) => {
        if (Array.from(value).length <= MAX_POST_TEXT) return;
        issues.push({ code: 'too_big', origin: 'string', maximum: MAX_POST_TEXT, inclusive: true, input: value });
      })
      .meta({
        description: 'The text, up to 500 code points. It can be empty only if there are attachments.',
        examples: ['First tomatoes of the year! #gardening'],
        maxLength: MAX_POST_TEXT,
      }),
    in_reply_to: recordId('The post to answer.', 'pst_0001')
      .nullable()
      .default(null)
      .meta({ description: 'The post to answer; null for a root.', examples: [null] }),
    visibility: choice(
      postVisibilities,
      'Who may see it. Posts of a protected account are always for followers.',
    ).default('public'),
    attachments: z
      .array(newAttachment)
      .max(MAX_IMAGES)
      .default([])
      .meta({ description: 'Up to four images, or one attachment of any other type.', examples: [[]] }),
    language: language.default('en'),
  })
  .meta({ title: 'NewPost', description: 'The post to write.', examples: [{ text: 'Hello! #firstpost' }] });
