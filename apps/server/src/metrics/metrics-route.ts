/** The route that Prometheus asks. */
import type { Access } from '../call/access.js';
import type { Route } from '../http/router.js';
import type { MetricParts } from './metric-parts.js';

/** It tells of everyone's requests: where there is an admin token, it needs it. */
const GUARDED = { credential: 'admin', sends: false } as const;

/** Makes the route. */
export function metricsRoute(parts: MetricParts, access: Access): Route {
  return {
    method: 'GET',
    path: '/metrics',
    answer: async ({ request, isForeign }) => {
      access.check({ authorization: request.header('authorization') ?? '', isForeign }, GUARDED);
      const { exposition } = await import('./exposition.js');
      return { status: 200, caching: 'none', ...(await exposition(parts)) };
    },
  };
}
