/** The three shapes a JSON answer can have around its records. */
import { z } from 'zod';

/** Where a page stands in its list. */
export const pagination = z
  .object({
    page: z.int().meta({ description: 'Number of this page, counted from 1.', examples: [1] }),
    perPage: z.int().meta({ description: 'Records on a full page.', examples: [10] }),
    total: z.int().meta({ description: 'Records in the whole list.', examples: [200] }),
    totalPages: z.int().meta({ description: 'Pages in the whole list.', examples: [20] }),
    nextCursor: z.string().nullable().optional().meta({
      description: 'With pagination_style=cursor: the place after this page; null on the last page.',
    }),
    prevCursor: z.string().nullable().optional().meta({
      description: 'With pagination_style=cursor: the place before this page; null on the first page.',
    }),
    hasMore: z.boolean().optional().meta({
      description: 'With pagination_style=cursor: whether a page follows.',
    }),
  })
  .meta({ id: 'Pagination', description: 'Where a page stands in its list.' });

/** Where a page stands in its list. */
export type Pagination = z.infer<typeof pagination>;

/** What was done to the answer. */
export const answerMeta = z
  .object({
    delayMs: z.number().meta({
      description: 'Latency asked for with `delay`, in milliseconds; 0 when none was.',
      examples: [0],
    }),
  })
  .meta({ id: 'AnswerMeta', description: 'What was done to the answer.' });

/**
 * A page of records.
 *
 * @example
 * ```ts
 * import { course, listOf } from '@understudy/contract';
 * const answer = listOf(course);
 * ```
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({ description: 'The records of the page.' }),
    pagination,
    meta: answerMeta,
  });
}

/**
 * The records a call has written, in the list envelope: one page that holds them all.
 *
 * @example
 * ```ts
 * import { course, writtenOf } from '@understudy/contract';
 * const answer = writtenOf(course);
 * ```
 */
export function writtenOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({ description: 'The records written.' }),
    pagination,
    meta: answerMeta,
  });
}

/**
 * One record.
 *
 * @example
 * ```ts
 * import { course, recordOf } from '@understudy/contract';
 * const answer = recordOf(course);
 * ```
 */
export function recordOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: item, meta: answerMeta });
}

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
