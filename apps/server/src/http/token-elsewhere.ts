/** An access token that stands for one in the Authorization header: in a form body, or in the query of a stream (RFC 6750 §2.2 and §2.3). */
import type { Operation } from '@understudy/contract/kit';
import { ProblemError } from '../kit/problem-error.js';
import type { Exchange } from './exchange.js';

/** Credentials that are an access token, which EventSource can send in the query alone. */
const TOKENS: ReadonlySet<string> = new Set(['bearer', 'viewer', 'member']);

/** Whether an operation takes an access token in the query, since EventSource sends no header of its own. */
export function takesTokenInQuery({ answers, meta }: Pick<Operation, 'answers' | 'meta'>): boolean {
  return answers === 'stream' && TOKENS.has(meta.credential);
}

/** Whether it takes one elsewhere than in the header. */
export function takesToken({ answers, meta }: Pick<Operation, 'answers' | 'meta'>): boolean {
  return meta.credential === 'bearer' || takesTokenInQuery({ answers, meta });
}

/** Refuses a token that is sent in two ways (RFC 6750 §2 and §3.1). */
function sentTwice(place: 'body' | 'query'): ProblemError {
  const detail = `access_token in the ${place} stands beside an Authorization header; send the token in one of the two`;
  const at = place === 'body' ? { pointer: '#/access_token' } : { parameter: 'access_token' };
  return new ProblemError('bad_request', {
    detail,
    errors: [{ ...at, code: 'conflict', detail }],
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_request"' },
  });
}

/** The token of a request that stands elsewhere than in the header; undefined where there is none. */
function tokenIn(
  { query, request: { header } }: Exchange,
  input: unknown,
  operation: Operation,
): { readonly place: 'body' | 'query'; readonly token: unknown } | undefined {
  const inQuery = takesTokenInQuery(operation) ? query.get('access_token') : null;
  if (inQuery !== null) return { place: 'query', token: inQuery };
  const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i.test(header('content-type') ?? '');
  if (!isForm || typeof input !== 'object' || input === null || !('access_token' in input)) return undefined;
  return { place: 'body', token: input.access_token };
}

/**
 * What an Authorization header would say.
 *
 * @throws ProblemError 400 where the token is sent in two ways
 */
export function authorizationOf(ctx: Exchange, input: unknown, operation: Operation): string {
  const authorization = ctx.request.header('authorization') ?? '';
  const found = tokenIn(ctx, input, operation);
  if (found === undefined) return authorization;
  if (authorization !== '') throw sentTwice(found.place);
  return typeof found.token === 'string' ? `Bearer ${found.token}` : '';
}
