/** The inspector at /inspect: a page of its own making, apps/inspector, which talks to the control API of one sandbox. */
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { html } from '../kit/html.js';
import { withoutSandbox } from '../kit/sandbox-address.js';
import { drawnPage, pageAssets } from './assets.js';
import { basePath, head } from './layout.js';

/** Its own script and style, and calls to this server alone. It may send a request again, which may lead anywhere here. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The page, before its script has drawn anything. */
function inspectPage(request: Exchange, [script = '', style = '']: readonly string[]): Answer {
  const base = basePath(request);
  const title = `Inspector · ${request.sandbox.name} · Understudy`;
  const description = 'What an app sent to the Understudy mock API, what it got, and what happens if that fails.';
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        ${head({ title, description, base })}
        <link rel="stylesheet" href="${style}" />
        <script type="module" src="${script}"></script>
      </head>
      <body>
        <div
          id="inspector"
          data-root="${withoutSandbox(base)}"
          data-base="${base}"
          data-sandbox="${request.sandbox.name}"
        >
          <noscript
            ><p>The inspector needs JavaScript. The <a href="${base}/">start page</a> does not.</p></noscript
          >
        </div>
      </body>
    </html> `;
  return drawnPage(text, POLICY);
}

/** The routes of the inspector. */
export function inspectRoutes(): Route[] {
  const assets = pageAssets('/inspect', ['inspector.js', 'inspector.css']);
  const answer = async (request: Exchange) => inspectPage(request, await assets.addresses(basePath(request)));
  return [{ method: 'GET', path: '/inspect', answer }, ...assets.routes];
}
