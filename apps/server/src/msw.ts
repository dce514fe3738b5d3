/** Handlers for MSW: an app that is tested with it gets its answers from a server in the same process. */
import { http, type HttpHandler, HttpResponse } from 'msw';
import { isOfApi, toApp, toServer, type Whereabouts } from './msw/requests.js';

/** What answers: a server in this process, or one of its sandboxes. */
export interface Answering {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Address of a sandbox. */
  readonly baseUrl?: string;
}

/** Where an app expects the API. */
export type HandlersOptions = Whereabouts;

/** The path that a sandbox lies below; empty for a whole server. */
function pathOf({ baseUrl }: Answering): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/$/, '');
}

/**
 * Handlers for `setupWorker` and `setupServer` of MSW. Handlers of your own that stand before them answer first; what is
 * not of the API passes to those behind them, and then to the network.
 *
 * @throws TypeError where the base URL is no origin
 *
 * @example
 * ```ts
 * import { createUnderstudy, education } from '@understudy/server/browser';
 * import { handlers } from '@understudy/server/msw';
 * import { setupWorker } from 'msw/browser';
 *
 * const understudy = createUnderstudy({ domains: [education] });
 * await setupWorker(...handlers(understudy, { baseUrl: 'https://api.example.com' })).start();
 * ```
 */
export function handlers(server: Answering, options: HandlersOptions = {}): HttpHandler[] {
  const isOurs = isOfApi(options);
  const sandbox = pathOf(server);
  return [
    http.all('*', async ({ request, cookies }) => {
      const url = new URL(request.url);
      if (!isOurs(url)) return undefined;
      // The addresses in answers name the sandbox already.
      const isInside = url.pathname === sandbox || url.pathname.startsWith(`${sandbox}/`);
      if (!isInside) url.pathname = sandbox + url.pathname;
      const response = await toApp(server.fetch(await toServer({ request, cookies, url })));
      return response ?? HttpResponse.error();
    }),
  ];
}
