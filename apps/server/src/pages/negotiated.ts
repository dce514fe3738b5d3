/** Shows what a route answers as a page, to whoever would rather read HTML; programs get the JSON as ever. */
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { preference } from '../http/browser.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { basePath, copyButtons, pageAnswer, stylesheet } from './layout.js';
import type { Html } from '../kit/html.js';

/** Makes a page of the JSON that a route answered; it is given the parameters of the path too. */
export type Render = (ctx: Exchange, body: string, parameters: Readonly<Record<string, string>>) => Answer;

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

/** One content in both forms. */
export interface Content {
  readonly data: unknown;
  readonly title: string;
  /** What the page is about, for who finds it elsewhere. */
  readonly about: string;
  readonly body: Html;
}

/** The form that the request prefers. */
export function dataOrPage(ctx: Exchange, { data, title, about, body }: Content): Answer {
  const found =
    preference(ctx.request.header) === 'html'
      ? pageAnswer({
          title: `${title} · Understudy`,
          description: about,
          base: basePath(ctx),
          style: stylesheet,
          script: copyButtons,
          body,
        })
      : { status: 200, type: JSON_TYPE, body: JSON.stringify({ data }), caching: 'static' as const };
  return { ...found, headers: { ...found.headers, vary: 'Accept' } };
}
