/** What tRPC calls a failure with an HTTP status. */
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/** tRPC's name for each status; where it has none, the closest one it has. */
const trpcCodes: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'BAD_REQUEST',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** The name and the number of tRPC's error for a status. */
export function trpcCode(status: number) {
  const name = trpcCodes[status] ?? 'INTERNAL_SERVER_ERROR';
  return { name, number: TRPC_ERROR_CODES_BY_KEY[name] };
}
