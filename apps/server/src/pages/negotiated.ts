/** Shows what a route answers as a page, to whoever would rather read HTML; programs get the JSON as ever. */
import type { Answer } from '../http/answer.js';
import { preference } from '../http/browser.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';

/** Makes a page of the JSON that a route answered; it is given the parameters of the path too. */
export type Render = (ctx: RequestContext, body: string, parameters: Readonly<Record<string, string>>) => Answer;

/**
 * A route whose answers are pages for browsers. What it refuses stays a problem: whoever may not read it sees no page.
 *
 * @param load gives what makes the page, when one is first asked for
 */
export function negotiated(route: Route, load: () => Promise<Render | undefined>): Route {
  return {
    ...route,
    answer: async (ctx, parameters) => {
      const data = await route.answer(ctx, parameters);
      const { status, body } = data;
      const isPage = status === 200 && typeof body === 'string' && preference(ctx.request.header) === 'html';
      const render = isPage ? await load() : undefined;
      const shown = isPage && render !== undefined ? { ...render(ctx, body, parameters), caching: data.caching } : data;
      return { ...shown, headers: { ...shown.headers, vary: 'Accept' } };
    },
  };
}
