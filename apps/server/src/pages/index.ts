/** Everything beside the API that a browser or a probe may ask for: start page, reference, problems, health. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Access } from '../call/access.js';
import { apiVersion } from '@understudy/contract/kit';
import type { Api } from '../call/api.js';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { deferredRoutes } from '../http/deferred-routes.js';
import { type DocumentFor, openApiSource } from '../http/openapi/source.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';
import { loadedLater } from '../kit/loaded-later.js';
import { ProblemError } from '../kit/problem-error.js';
import type { MetricParts } from '../metrics/metric-parts.js';
import { metricsRoute } from '../metrics/metrics-route.js';
import { version } from '../server/version.js';
import { negotiated } from './negotiated.js';
import { SHOWN } from '../http/shown-operations.js';

const loaded = loadedLater(() => import('./all-pages.js'));

/** What the pages are about. */
export interface PageParts {
  readonly api: Api;
  /** Gives the procedures, which the OpenAPI document describes. */
  readonly router: () => Promise<AnyTRPCRouter>;
  readonly metrics: MetricParts;
  readonly access: Access;
  /** Fails where nobody is to be sent here any more. */
  readonly alive: () => void;
  /** Fails while requests cannot be served. */
  readonly ready: () => Promise<void>;
  /** The kind of store that the server has: memory, sqlite or postgres. */
  readonly store: string;
}

function json(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body), caching: 'none' };
}

/** Whom the document is asked for. */
function documentFor({ query }: RequestContext): DocumentFor {
  const asked = query.getAll('for');
  if (asked.length === 0) return 'anyone';
  if (asked.length === 1 && asked[0] === 'postman') return 'postman';
  const detail = 'must be postman, once, or left out';
  throw new ProblemError('bad_request', {
    detail: `for ${detail}`,
    errors: [{ parameter: 'for', code: 'invalid_value', detail }],
  });
}

/** Where there is something to read. */
const PATHS = [
  '/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/problems',
  '/problems/{kind}',
  '/faults',
  '/conduct',
  '/conduct/{rule}',
  '/favicon.ico',
  '/favicon.svg',
];

/** The routes of all pages. */
export function pageRoutes({ api, router, alive, ready, store, metrics, access }: PageParts): Route[] {
  const openApi = openApiSource(router, api);
  const heads = PATHS.map((path) => ({ method: 'GET', path }));
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      answer: async (ctx) => {
        const body = await openApi(ctx, documentFor(ctx));
        return { status: 200, type: JSON_TYPE, body, caching: 'revision' };
      },
    },
    ...deferredRoutes(heads, async () => (await loaded()).allPages(await api.whole())),
    {
      method: 'GET',
      path: '/healthz',
      answer: () => {
        alive();
        return json({ status: 'ok', server: 'understudy', version, api_version: apiVersion });
      },
    },
    { method: 'GET', path: '/readyz', answer: () => ready().then(() => json({ status: 'ready', store })) },
    ...(metrics.meters.isOn ? [metricsRoute(metrics, access)] : []),
  ];
}

/** Shows a browser a page of a route of the API where there is one for it. */
export function withPages(api: Api): (route: Route) => Route {
  return (route) => {
    const operation = route.operationOf?.(route.path) ?? '';
    if (route.method !== 'GET' || !SHOWN.has(operation)) return route;
    return negotiated(route, async () => (await loaded()).pageOf(operation, await api.whole()));
  };
}

export { notFoundPage } from './not-found-page.js';
