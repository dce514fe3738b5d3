/** The error body of the operations whose errors speak OAuth: RFC 6749 §5.2 and RFC 9457 in one. */
import { z } from 'zod';
import type { problemOf } from './problem.js';

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
