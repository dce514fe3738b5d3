/** The page for a path that has no route: what it may have meant, and where everything is listed. */
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { maskPath } from '../journal/mask.js';
import { type Html, html } from '../kit/html.js';
import { basePath, pageAnswer, stylesheet } from './layout.js';

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
  const page = pageAnswer({ title, description, base, style: stylesheet, body });
  return {
    ...page,
    status: 404,
    caching: 'none',
    kind: 'not_found',
    headers: { ...page.headers, 'cache-control': 'no-store' },
  };
}
