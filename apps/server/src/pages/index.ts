/** Everything beside the API that a browser may ask for: start page, reference, problems. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Api } from '../call/api.js';
import { JSON_TYPE } from '../http/answer.js';
import { deferredRoutes, type Route } from '../http/router.js';
import { type DocumentFor, openApiSource } from '../http/openapi/source.js';
import type { Exchange } from '../http/exchange.js';
import { loadedLater } from '../kit/made-once.js';
import { pagePaths } from '../kit/sandbox-address.js';
import { ProblemError } from '../kit/problem-error.js';

const loaded = loadedLater(() => import('./all-pages.js'));

/** What the pages are about. */
export interface PageParts {
  readonly api: Api;
  /** Gives the procedures, which the OpenAPI document describes. */
  readonly router: () => Promise<AnyTRPCRouter>;
}

/** Whom the document is asked for. */
function documentFor({ query }: Exchange): DocumentFor {
  const asked = query.getAll('for');
  if (asked.length === 0) return 'anyone';
  if (asked.length === 1 && asked[0] === 'postman') return 'postman';
  const detail = 'must be postman, once, or left out';
  throw new ProblemError('bad_request', {
    detail: `for ${detail}`,
    errors: [{ parameter: 'for', code: 'invalid_value', detail }],
  });
}

/** The routes of all pages. */
export function pageRoutes({ api, router }: PageParts): Route[] {
  const openApi = openApiSource(router, api);
  const heads = pagePaths.map((path) => ({ method: 'GET', path }));
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
  ];
}

export { notFoundPage } from './negotiated.js';
