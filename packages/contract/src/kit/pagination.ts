/** What stands around the records of a page: its position in the list, and what was done to the answer. */
import { z } from 'zod';

/** Position of a page in its list. */
export const pagination = z
  .object({
    page: z.int().meta({ description: 'Number of this page, counted from 1.', examples: [1] }),
    perPage: z.int().meta({ description: 'Records on a full page.', examples: [10] }),
    total: z.int().meta({ description: 'Records in the whole list.', examples: [200] }),
    totalPages: z.int().meta({ description: 'Pages in the whole list.', examples: [20] }),
    nextCursor: z.string().nullable().optional().meta({
      description: 'With pagination_style=cursor: the cursor of the next page; null on the last page.',
    }),
    prevCursor: z.string().nullable().optional().meta({
      description: 'With pagination_style=cursor: the cursor of the previous page; null on the first page.',
    }),
    hasMore: z.boolean().optional().meta({
      description: 'With pagination_style=cursor: whether a page follows.',
    }),
  })
  .meta({ id: 'Pagination', description: 'Position of a page in its list.' });

/** Position of a page in its list. */
export type Pagination = z.infer<typeof pagination>;

/** How the answer was shaped. */
export const answerMeta = z
  .object({
    delayMs: z.number().meta({
      description: 'Latency that `delay` asked for, in milliseconds; 0 if none.',
      examples: [0],
    }),
  })
  .meta({ id: 'AnswerMeta', description: 'How the answer was shaped.' });

/** A page of records of one type. */
export interface List<Item> {
  data: Item[];
  pagination: Pagination;
  meta: { delayMs: number };
}

/** One record in its envelope. */
export interface Single<Item> {
  data: Item;
  meta: { delayMs: number };
}
