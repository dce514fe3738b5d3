/** The route that Prometheus asks. */
import type { Access } from '../call/access.js';
import type { Route } from '../http/router.js';
import { loadedLater } from '../kit/loaded-later.js';
import type { MetricParts } from './metric-parts.js';

const loaded = loadedLater(() => import('./exposition.js'));

/** Makes the route. */
export function metricsRoute(parts: MetricParts, access: Access): Route {
  return {
    method: 'GET',
    path: '/metrics',
    answer: async ({ request, isForeign }) => {
      // It tells of everyone's requests.
      access.checkOperator({ authorization: request.header('authorization') ?? '', isForeign });
      const { exposition } = await loaded();
      return { status: 200, caching: 'none', ...(await exposition(parts)) };
    },
  };
}
