/** The error body of the whole API: RFC 9457 problem details with a closed `kind`. */
import { z } from 'zod';
import type { ProblemKindInfo } from './problem-kinds.js';

/** Most faults that a problem lists; it counts the others in `errors_omitted`. */
export const MAX_LISTED_FAULTS = 100;

/** One fault in the request. */
export const problemFault = z
  .object({
    pointer: z
      .string()
      .optional()
      .meta({
        description: 'JSON pointer to the invalid member of the body, as a URI fragment (RFC 6901 §6).',
        examples: ['#/duration_hours'],
      }),
    parameter: z
      .string()
      .optional()
      .meta({
        description: 'Name of the invalid query parameter, path parameter or header.',
        examples: ['per_page'],
      }),
    code: z.string().meta({
      description: 'Machine-readable reason.',
      examples: ['invalid_type'],
    }),
    detail: z.string().meta({
      description: 'The reason in words, with what is allowed.',
      examples: ['must be an integer, but is a string'],
    }),
  })
  .meta({ description: 'One fault in the request.' });

/** One fault in the request: where it is, and why it is one. */
export type ProblemFault = z.infer<typeof problemFault>;

/**
 * Builds the schema of the error body for a set of kinds.
 *
 * @example
 * ```ts
 * import { problemOf, sharedKinds } from '@understudy/contract';
 * const schema = problemOf(sharedKinds);
 * ```
 */
export function problemOf<Kind extends string>(kinds: Readonly<Record<Kind, ProblemKindInfo>>) {
  return z
    .object({
      type: z.string().meta({
        description: 'Address of an explanation of the kind (RFC 9457 §3.1.1).',
        examples: ['http://127.0.0.1:4010/problems/bad_request'],
      }),
      title: z.string().meta({ description: 'Summary of the kind.', examples: ['Bad Request'] }),
      status: z.int().meta({ description: 'The HTTP status.', examples: [400] }),
      detail: z.string().meta({
        description: 'What went wrong this time.',
        examples: ['1 field is invalid'],
      }),
      instance: z.string().meta({
        description: 'Path of the request.',
        examples: ['/api/education/courses'],
      }),
      kind: z.enum(Object.keys(kinds) as [Kind, ...Kind[]]).meta({
        description: 'The closed list of reasons; it decides the status, except for `status`.',
        examples: ['bad_request'],
      }),
      simulated: z.boolean().meta({
        description: 'True when simulate_error or another fault that was set asked for this failure.',
        examples: [false],
      }),
      errors: z
        .array(problemFault)
        .optional()
        .meta({
          description: `The faults in the request, if the kind is about faults in it: all of them, or the first ${MAX_LISTED_FAULTS}.`,
        }),
      errors_omitted: z
        .int()
        .optional()
        .meta({
          description: `How many more faults there are than \`errors\` lists; left out if it lists them all.`,
          examples: [12],
        }),
      trace: z
        .string()
        .optional()
        .meta({
          description: 'Id of the trace that the request is part of; left out if it has no valid `traceparent` header.',
          examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
        }),
      current: z.record(z.string(), z.unknown()).optional().meta({
        description: 'The present record, if its state is the reason: a client need not read it again.',
      }),
    })
    .meta({ id: 'Problem', description: 'Error body (RFC 9457), with a closed `kind`.' });
}

/** The members of RFC 6749 §5.2. */
const oauthErrorMembers = {
  error: z
    .string()
    .optional()
    .meta({
      description: 'Error code (RFC 6749 §5.2, RFC 6750 §3.1); left out if no credential was sent.',
      examples: ['invalid_request'],
    }),
  error_description: z
    .string()
    .optional()
    .meta({ description: 'The same as `detail`; left out together with `error`.', examples: ['1 field is invalid'] }),
};

/**
 * Builds the schema of the OAuth error body, which holds that of every other route.
 *
 * @example
 * ```ts
 * import { oauthProblemOf, problemOf, sharedKinds } from '@understudy/contract';
 * const schema = oauthProblemOf(problemOf(sharedKinds));
 * ```
 */
export function oauthProblemOf<Kind extends string>(problem: ReturnType<typeof problemOf<Kind>>) {
  return problem.extend(oauthErrorMembers).meta({
    id: 'OauthProblem',
    description: 'Error body of the OAuth routes: RFC 6749 §5.2 and RFC 9457 in one.',
  });
}
