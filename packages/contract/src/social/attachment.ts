/** What a post carries beside its text: a union by `type`, as it is shown and as clients send it. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** Types of attachments. */
export const attachmentTypes = ['image', 'video', 'link', 'poll', 'quote'] as const;

/** Images that a post can have; of any other type it has one. */
export const MAX_IMAGES = 4;

const url = (description: string, example: string) => z.url().meta({ description, examples: [example] });

const nullable = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

const pixels = (description: string, example: number) =>
  z
    .int()
    .min(1)
    .meta({ description, examples: [example] });

const image = z
  .object({
    type: z.literal('image'),
    url: url('Where the image is.', 'https://media.example.com/photos/harbour.jpg'),
    alt: nullable('What it shows, for people who cannot see it; null if there is no description.', 'A harbour at dawn'),
    width: pixels('Width in pixels.', 1200),
    height: pixels('Height in pixels.', 800),
  })
  .meta({ id: 'ImageAttachment', description: 'An image.' });

const video = z
  .object({
    type: z.literal('video'),
    url: url('Where the video is.', 'https://media.example.com/clips/tram.mp4'),
    duration_ms: pixels('How long it is, in ms.', 15_000),
    poster_url: nullable(
      'An image to show before it plays; null for none.',
      'https://media.example.com/clips/tram.jpg',
    ),
  })
  .meta({ id: 'VideoAttachment', description: 'A video.' });

const link = z
  .object({
    type: z.literal('link'),
    url: url('Where it leads.', 'https://example.org/guides/compost'),
    title: z.string().meta({ description: 'Title of the page.', examples: ['Compost in ten steps'] }),
    description: nullable('What the page is about; null if it does not say so.', 'All that a heap needs.'),
  })
  .meta({ id: 'LinkAttachment', description: 'A link, with what is known of its page.' });

const poll = z
  .object({
    type: z.literal('poll'),
    options: z
      .array(
        z.object({
          label: z.string().meta({ description: 'What can be chosen.', examples: ['Tea'] }),
          votes: z
            .int()
            .min(0)
            .meta({ description: 'How many chose it.', examples: [14] }),
        }),
      )
      .meta({ description: 'What can be chosen, in order.' }),
    closes_at: instant('When it closes.', '2026-01-06T10:00:00.000Z'),
    is_closed: z.boolean().meta({ description: 'Whether it has closed, by the clock.', examples: [false] }),
  })
  .meta({ id: 'PollAttachment', description: 'A poll. It closes by the clock.' });

const quote = z
  .object({
    type: z.literal('quote'),
    post_id: recordId('Id of the post that is quoted.', 'pst_0001'),
    state: choice(
      ['available', 'deleted', 'blocked'],
      '`deleted` if the post is gone, `blocked` if the caller may not see it.',
    ),
    text: nullable('Its text; null unless it is available.', 'First tomatoes of the year!'),
  })
  .meta({ id: 'QuoteAttachment', description: 'Another post, as far as the caller may see it.' });

/** What a post carries beside its text. */
export const attachment = z.discriminatedUnion('type', [image, video, link, poll, quote]).meta({
  id: 'Attachment',
  description: 'What a post has in addition to its text, by `type`.',
  examples: [
    { type: 'link', url: 'https://example.org/guides/compost', title: 'Compost in ten steps', description: null },
  ],
});

/** What a post carries beside its text. */
export type Attachment = z.infer<typeof attachment>;

const givenUrl = (description: string, example: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
    .max(2000)
    .meta({ description, examples: [example] });

/** What a client sends of an attachment; the server adds what it knows. */
export const newAttachment = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('image'),
      url: givenUrl('Where the image is.', 'https://media.example.com/photos/harbour.jpg'),
      alt: z
        .string()
        .min(1)
        .max(1500)
        .nullable()
        .default(null)
        .meta({ description: 'What it shows, for people who cannot see it.', examples: ['A harbour at dawn'] }),
    }),
    z.object({ type: z.literal('link'), url: givenUrl('Where it leads.', 'https://example.org/guides/compost') }),
    z.object({
      type: z.literal('poll'),
      options: z
        .array(z.string().min(1).max(120))
        .min(2)
        .max(4)
        .meta({ description: 'What can be chosen, 2 to 4 labels.', examples: [['Tea', 'Coffee']] }),
      duration_minutes: z
        .int()
        .min(5)
        .max(10_080)
        .meta({ description: 'After how many minutes it closes: 5 to 10,080, a week.', examples: [60] }),
    }),
    z.object({ type: z.literal('quote'), post_id: recordId('Id of the post to quote.', 'pst_0001') }),
  ])
  .meta({ description: 'An attachment, by `type`.' });

/** What a client sends of an attachment. */
export type NewAttachment = z.infer<typeof newAttachment>;
