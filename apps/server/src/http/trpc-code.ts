/** How tRPC writes a failure: the name and number it has for an HTTP status, and the error around a problem. */
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import type { Problem } from '@understudy/contract';

/** tRPC's name for each status that it has one for. */
const trpcCodes: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  428: 'PRECONDITION_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  499: 'CLIENT_CLOSED_REQUEST',
  501: 'NOT_IMPLEMENTED',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** The name and the number of tRPC's error for a status. */
export function trpcCode(status: number) {
  // Of any other, its class says whose fault it is (RFC 9110 §15).
  const name = trpcCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
  return { name, number: TRPC_ERROR_CODES_BY_KEY[name] };
}

/** The answer of tRPC that is a problem, for a request that comes to no procedure. Clients take it for each call of a batch. */
export function trpcError(problem: Problem) {
  const { name, number } = trpcCode(problem.status);
  const data = { code: name, httpStatus: problem.status, problem };
  return { error: { message: problem.detail, code: number, data } };
}
