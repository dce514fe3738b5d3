/** The route that Prometheus asks. */
import type { CacheTotals } from '../store/registry/sandbox-cache.js';
import type { Meters } from './meters.js';
import type { Access } from '../call/access.js';
import type { Route } from '../http/router.js';
import { loadedLater } from '../kit/made-once.js';

/** What a server holds, asked for when somebody looks. */
export interface Gauges {
  readonly totals: () => CacheTotals;
  /** Streams of events that are open. */
  readonly streams: () => number;
  /** Passwords that wait to be hashed. */
  readonly hashes: () => number;
}

/** What is shown. */
export interface MetricParts {
  readonly meters: Meters;
  readonly gauges: Gauges;
}

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
