/** Stands where the pages are, on platforms without an address that somebody could open: there the API is all there is. */
import { apiVersion } from '@understudy/contract/kit';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import type { Route } from '../http/router.js';
import { version } from '../server/version.js';
import type { PageParts } from './index.js';
import { SHOWN } from '../http/shown-operations.js';

/** There is no page for a path without a route: it is a problem. */
export const notFoundPage = undefined;

function json(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body), caching: 'none' };
}

/** The routes beside the API: those of probes. */
export function pageRoutes({ ready, store }: Pick<PageParts, 'ready' | 'store'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      answer: () => json({ status: 'ok', server: 'understudy', version, api_version: apiVersion }),
    },
    { method: 'GET', path: '/readyz', answer: () => ready().then(() => json({ status: 'ready', store })) },
  ];
}

/** Has a route say what it says where there are pages: that its answer depends on who asks. */
export function withPages(): (route: Route) => Route {
  return (route) => {
    if (route.method !== 'GET' || !SHOWN.has(route.operationOf?.(route.path) ?? '')) return route;
    return {
      ...route,
      answer: async (ctx, parameters) => {
        const answer = await route.answer(ctx, parameters);
        return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
      },
    };
  };
}
