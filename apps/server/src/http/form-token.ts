/** An access token in a form body, which stands for one in the Authorization header (RFC 6750 §2.2). */
import { ProblemError } from '../kit/problem-error.js';
import type { RequestContext } from './request-context.js';

const DETAIL = 'access_token in the body stands beside an Authorization header; send the token in one of the two';

/**
 * What an Authorization header would say.
 *
 * @throws ProblemError 400 where the token is sent in two ways (RFC 6750 §2 and §3.1)
 */
export function authorizationOf({ request: { header } }: RequestContext, input: unknown): string {
  const authorization = header('authorization') ?? '';
  const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i.test(header('content-type') ?? '');
  if (!isForm || typeof input !== 'object' || input === null || !('access_token' in input)) return authorization;
  if (authorization !== '') {
    throw new ProblemError('bad_request', {
      detail: DETAIL,
      errors: [{ pointer: '#/access_token', code: 'conflict', detail: DETAIL }],
      headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_request"' },
    });
  }
  return typeof input.access_token === 'string' ? `Bearer ${input.access_token}` : '';
}
