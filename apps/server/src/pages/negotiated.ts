/** Pages for browsers where programs get data, and the page of paths that lead nowhere. */
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { preference, type Exchange } from '../http/exchange.js';
import { basePath, copyButtons, pageAnswer, stylesheet } from './layout.js';
import { type Html, html } from '../kit/html.js';
import { maskPath } from '../journal/mask.js';

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

function suggestion(base: string, path: string): Html {
  const shown = html`<code>${path}</code>`;
  // A path with a parameter still open leads nowhere.
  return html`<li>${path.includes('{') ? shown : html`<a href="${base}${path}">${shown}</a>`}</li>`;
}

/** The page. */
export function notFoundPage(ctx: Exchange, nearest: readonly string[]): Answer {
  const base = basePath(ctx);
  const meant = html`<h2>Did you mean…</h2>
    <ul class="near">
      ${nearest.map((path) => suggestion(base, path))}
    </ul>`;
  const body = html`<h1>Not found</h1>
    <p class="lead">There is no route with the path <code>${maskPath(ctx.path).slice(0, 200)}</code>.</p>
    ${nearest.length === 0 ? undefined : meant}
    <p class="note">
      The <a href="${base}/">start page</a> and the <a href="${base}/docs">API reference</a> list all routes.
    </p>`;
  const title = 'Not found · Understudy';
  const description = 'The Understudy mock API has no route with this path.';
  const answer = pageAnswer({ title, description, base, style: stylesheet, body });
  return {
    ...answer,
    status: 404,
    caching: 'none',
    kind: 'not_found',
    headers: { ...answer.headers, 'cache-control': 'no-store' },
  };
}
