/** The query controls that every route under `/api` accepts: paging, search, latency, failures, CORS. */
import { z } from 'zod';

/** The failures that `simulate_error` can force. */
export const simulatedErrors = [
  'rate_limit',
  'server_error',
  'not_found',
  'unauthorized',
  'forbidden',
  'bad_request',
  'service_unavailable',
  'timeout',
  'malformed',
] as const;

/** A failure that `simulate_error` can force. */
export type SimulatedError = (typeof simulatedErrors)[number];

/** A failure that is answered as a problem; after the other one nothing can be read of the answer. */
export type SimulatedProblem = Exclude<SimulatedError, 'malformed'>;

/** The ways a list can be paged. */
export const paginationStyles = ['page', 'cursor', 'link'] as const;

/** A way a list can be paged. */
export type PaginationStyle = (typeof paginationStyles)[number];

/** The cross-origin edge cases that `cors` can exercise. */
export const corsModes = ['restrict', 'preflight'] as const;

/** A cross-origin edge case that `cors` can exercise. */
export type CorsMode = (typeof corsModes)[number];

/** The part of the controls that is about lists; over tRPC it is part of the input. */
export const pagingControls = {
  page: z
    .int()
    .min(1)
    .default(1)
    .meta({
      description: 'Page number, counted from 1. A page past the end is empty.',
      examples: [1],
    }),
  per_page: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .meta({
      description: 'Records on a page.',
      examples: [10],
    }),
  q: z
    .string()
    .optional()
    .meta({
      description:
        "Case-insensitive text search over the records' names, titles, descriptions and tags. Empty: no filter.",
      examples: [''],
    }),
  pagination_style: z
    .enum(paginationStyles)
    .default('page')
    .meta({
      description:
        'How the list is paged: `page` numbers, a `cursor` in the body, or `link` headers (RFC 8288). All three walk the same records in the same order.',
      examples: ['page'],
    }),
};

/** A position in a list, as `pagination.nextCursor` and `prevCursor` give it. */
export const cursor = z.string().min(1).optional().meta({
  description:
    'Opaque position in the list, taken from `nextCursor` or `prevCursor` of another page. It overrides `page`, and is valid only for the same route, filters, sort and per_page.',
});

/** The part of the controls that acts on any call; over tRPC it stands in the URL's query as well. */
export const callControls = {
  delay: z
    .number()
    .min(0)
    .max(10)
    .default(0)
    .meta({
      description: 'Artificial latency in seconds before the answer, fractions allowed; reported in `meta.delayMs`.',
      examples: [0],
    }),
  simulate_error: z.enum(simulatedErrors).optional().meta({
    description:
      'Forces a failure: rate_limit 429, server_error 500, not_found 404, unauthorized 401, forbidden 403, bad_request 400, service_unavailable 503, timeout 504 after a hold of `delay` or 3 seconds, malformed 200 with the JSON cut in half. Nothing is written.',
  }),
  fault: z
    .string()
    .optional()
    .meta({
      description:
        'Further faults of the call: a Structured Field list (RFC 9651) of faults with their parameters, such as `rate_limit;retry_after=30, delay;ms=300`, `reset;commit=after`, `hang;seconds=5` or `preset;name=flaky`. `times` ends a fault after so many calls of the same URL, so that a list is a sequence: `server_error;times=2, rate_limit;times=1`. The header Understudy-Fault says the same. `/faults` lists the faults.',
      examples: ['server_error;times=1'],
    }),
  cors: z.enum(corsModes).optional().meta({
    description:
      'Exercises cross-origin edge cases: `restrict` lets only allowed origins read the answer, `preflight` refuses every request that needs a preflight.',
  }),
};

/** All controls of a call over REST. */
export const controls = z.object({ ...pagingControls, ...callControls });

/** The controls of a call, parsed. */
export type Controls = z.infer<typeof controls>;

/**
 * Input of a list: the paging controls, and the filters given.
 *
 * @example
 * ```ts
 * import { listInput } from '@understudy/contract';
 * import { z } from 'zod';
 * const input = listInput({ city: z.string().optional() });
 * ```
 */
export function listInput<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.object({ ...filters, ...pagingControls, cursor });
}

/**
 * Input of a list that cannot be searched: the same without `q`.
 *
 * @example
 * ```ts
 * import { unsearchedListInput } from '@understudy/contract';
 * import { z } from 'zod';
 * const input = unsearchedListInput({ student_id: z.string().optional() });
 * ```
 */
export function unsearchedListInput<Filters extends z.ZodRawShape>(filters: Filters) {
  const { q: _, ...paging } = pagingControls;
  return z.object({ ...filters, ...paging, cursor });
}

/** What every list input holds beside its filters. */
export type ListControls = z.infer<ReturnType<typeof listInput<Record<never, never>>>>;
