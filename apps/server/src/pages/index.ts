/** Everything beside the API that a browser or a probe may ask for: start page, reference, problems, health. */
import type { AnyTRPCRouter } from '@trpc/server';
import { sandboxes } from '@understudy/contract';
import type { Api } from '../call/api.js';
import { openApiSource } from '../http/openapi/source.js';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { conductRoutes } from './conduct-page.js';
import { docsRoutes } from './docs-page.js';
import { negotiated, type Render } from './negotiated.js';
import type { Route } from '../http/router.js';
import { faultRoutes, sandboxFaultsPage } from './faults-page.js';
import { faviconRoutes } from './favicon.js';
import { problemRoutes } from './problem-page.js';
import { sandboxListPage, sandboxPage } from './sandbox-pages.js';
import { startPage } from './start-page.js';
import { sandboxConductPage } from './verdicts-page.js';

/** What the pages are about. */
export interface PageParts {
  readonly api: Api;
  /** The procedures, which the OpenAPI document describes. */
  readonly router: AnyTRPCRouter;
  /** Fails while requests cannot be served. */
  readonly ready: () => Promise<void>;
}

function json(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body), caching: 'none' };
}

/** The routes of all pages. */
export function pageRoutes({ api, router, ready }: PageParts): Route[] {
  const openApi = openApiSource(router, api);
  return [
    { method: 'GET', path: '/', answer: (ctx) => startPage(ctx, api) },
    {
      method: 'GET',
      path: '/openapi.json',
      answer: async ({ baseUrl }) => ({ ...json(await openApi(baseUrl)), caching: 'revision' }),
    },
    ...docsRoutes(),
    ...problemRoutes(api),
    ...faultRoutes(api),
    ...conductRoutes(),
    ...faviconRoutes(),
    { method: 'GET', path: '/healthz', answer: () => json({ status: 'ok' }) },
    { method: 'GET', path: '/readyz', answer: () => ready().then(() => json({ status: 'ready' })) },
  ];
}

/** Shows a browser a page of a route of the API where there is one for it. */
export function withPages(api: Pick<Api, 'base' | 'showcase'>): (route: Route) => Route {
  const { listSandboxes, getSandbox, listFaults, listVerdicts } = sandboxes.operations;
  const pages: Readonly<Record<string, Render>> = {
    [listSandboxes.path]: sandboxListPage,
    [getSandbox.path]: sandboxPage,
    [listFaults.path]: sandboxFaultsPage(api),
    [listVerdicts.path]: sandboxConductPage,
  };
  return (route) => {
    const page = route.method === 'GET' ? pages[route.path] : undefined;
    return page === undefined ? route : negotiated(route, page);
  };
}

export { notFoundPage } from './not-found-page.js';
