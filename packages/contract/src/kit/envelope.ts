/** The envelopes that JSON answers have around their records. Each says which shape of answer it is. */
import { z } from 'zod';
import type { AnswerShape } from './operation-meta.js';

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

/** What an envelope has of its own. */
export interface EnvelopeParts<Beside extends z.ZodRawShape, Meta extends z.ZodType> {
  /** Members that stand beside `data`. */
  readonly beside?: Beside;
  /** Schema of `meta`, where it says more than {@link answerMeta}. */
  readonly meta?: Meta;
}

/** The members of an envelope that has none of its own. */
type None = Record<never, never>;

/** A schema that says which shape of answer it is. What `.extend` and the like make of it is a document. */
export function shaped<Answers extends AnswerShape, Schema extends z.ZodType>(answers: Answers, schema: Schema) {
  return Object.assign(schema, { answers });
}

/** The members around `data`; those left out have the types of the defaults. */
function around<Beside extends z.ZodRawShape, Meta extends z.ZodType>({ beside, meta }: EnvelopeParts<Beside, Meta>) {
  return { beside: (beside ?? {}) as Beside, meta: (meta ?? answerMeta) as Meta };
}

/** Gives the function that builds an envelope of one page. */
function pageOf<Answers extends AnswerShape>(answers: Answers, description: string) {
  return <Item extends z.ZodType, Beside extends z.ZodRawShape = None, Meta extends z.ZodType = typeof answerMeta>(
    item: Item,
    parts: EnvelopeParts<Beside, Meta> = {},
  ) => {
    const { beside, meta } = around(parts);
    return shaped(answers, z.object({ data: z.array(item).meta({ description }), pagination, meta, ...beside }));
  };
}

/**
 * A page of records. A second argument gives it members `beside` the records, and a `meta` of its own.
 *
 * @example
 * ```ts
 * import { course, listOf } from '@understudy/contract';
 * const answer = listOf(course);
 * ```
 */
export const listOf = pageOf('list', 'The records of the page.');

/**
 * The one record that a call has written, in the list envelope. A removal answers what was removed, and no record where
 * there was nothing to remove. A second argument gives it members `beside` the record, and a `meta` of its own.
 *
 * @example
 * ```ts
 * import { course, writtenOf } from '@understudy/contract';
 * const answer = writtenOf(course);
 * ```
 */
export const writtenOf = pageOf('written', 'The records written.');

/**
 * Any number of results in the list envelope: one page that holds them all.
 *
 * @example
 * ```ts
 * import { batchOf, batchResult } from '@understudy/contract';
 * const answer = batchOf(batchResult);
 * ```
 */
export const batchOf = pageOf('batch', 'The results, in the order of what was asked for.');

/**
 * One record. A second argument gives it members `beside` the record, and a `meta` of its own.
 *
 * @example
 * ```ts
 * import { course, recordOf } from '@understudy/contract';
 * const answer = recordOf(course);
 * ```
 */
export function recordOf<
  Item extends z.ZodType,
  Beside extends z.ZodRawShape = None,
  Meta extends z.ZodType = typeof answerMeta,
>(item: Item, parts: EnvelopeParts<Beside, Meta> = {}) {
  const { beside, meta } = around(parts);
  return shaped('record', z.object({ data: item, meta, ...beside }));
}

/**
 * No body at all: the answer is 204 (RFC 9110 §15.3.5). Over tRPC it is null.
 *
 * @example
 * ```ts
 * import { nothing, remove } from '@understudy/contract';
 * import { z } from 'zod';
 * const deleteRoom = remove('/api/rooms/{room_id}', {
 *   summary: 'Remove a room',
 *   description: 'Removes a room for good.',
 *   input: z.object({ room_id: z.string() }),
 *   output: nothing,
 * });
 * ```
 */
export const nothing = shaped('nothing', z.null());

/** The shape that an answer has by its schema: that of its envelope, else a bare document. */
export type AnswersOf<Output extends z.ZodType> = Output extends { readonly answers: infer Answers extends AnswerShape }
  ? Answers
  : 'document';

/**
 * The shape that an answer has by its schema.
 *
 * @example
 * ```ts
 * import { answersOf, course, listOf } from '@understudy/contract';
 * console.log(answersOf(listOf(course)), answersOf(course)); // list document
 * ```
 */
export function answersOf<Output extends z.ZodType>(output: Output): AnswersOf<Output> {
  // The type looks at the same member.
  return ('answers' in output ? output.answers : 'document') as AnswersOf<Output>;
}

/** An answer that is what its schema says, or what stands for it on the way to whoever has its text. */
export class Validated {
  readonly answer: unknown;

  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** What a procedure holds its answers against: those that were validated pass as they are. */
export function answerParser<Output extends z.ZodType>(output: Output): (answer: unknown) => Promise<z.output<Output>> {
  return async (answer) =>
    // Whoever made it says that the same schema has parsed it.
    answer instanceof Validated ? (answer.answer as z.output<Output>) : output.parseAsync(answer);
}
