/** The interactive reference at /docs: Swagger UI, served from here, over the OpenAPI document of the same base URL. */
import { type Answer, HTML_TYPE } from '../http/answer.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';
import { docsScript, docsStyle } from './docs-script.js';
import { html, inline } from '../kit/html.js';
import { basePath, hashSource, head, topBar } from './page.js';
import { type SwaggerAsset, type SwaggerFile, swaggerAssets, swaggerTypes } from './swagger-assets.js';
import { theme } from './theme.js';

/** An origin that can stand in a policy as it is; a Host header may hold more than that. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The policy of the reference. Swagger UI sets styles of its own; its calls go to the server the document names. */
export function docsPolicy(origin: string): string {
  const calls = PLAIN_ORIGIN.test(origin) ? `'self' ${origin}` : "'self'";
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(docsScript)}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${calls}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page. */
function docsPage(request: RequestContext, tags: Readonly<Record<SwaggerFile, string>>): Answer {
  const base = basePath(request);
  const address = (file: SwaggerFile) => `${base}/docs/${file}?v=${tags[file]}`;
  const title = 'API reference · Understudy';
  const description = 'Every operation of the Understudy mock API, to read about and to try.';
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        ${head({ title, description, base })}
        <link rel="stylesheet" href="${address('swagger-ui.css')}" />
        ${inline('style', theme + docsStyle)}
      </head>
      <body>
        ${topBar(base)}
        <main id="reference" data-openapi="${base}/openapi.json">
          <noscript
            ><p class="message">
              This page needs JavaScript. <a href="${base}/openapi.json">openapi.json</a> has the same content.
            </p></noscript
          >
        </main>
        <script src="${address('swagger-ui-bundle.js')}"></script>
        ${inline('script', docsScript)}
      </body>
    </html> `;
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': docsPolicy(request.origin),
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, type: HTML_TYPE, body: text, caching: 'static', headers };
}

function assetAnswer(file: SwaggerFile, asset: SwaggerAsset, asked: string | null): Answer {
  // Its page names the file by its tag, so that what is kept is never older than the server.
  const control = asked === asset.tag ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  const headers = { 'cache-control': control };
  // Kept like data: the edge then compresses it once and not for every browser.
  return { status: 200, type: swaggerTypes[file], body: asset.bytes, caching: 'revision', headers };
}

/** The routes of the reference. */
export function docsRoutes(): Route[] {
  const assets = swaggerAssets();
  const files: readonly SwaggerFile[] = ['swagger-ui-bundle.js', 'swagger-ui.css'];
  const page: Route = {
    method: 'GET',
    path: '/docs',
    answer: async (request) => {
      const [bundle, style] = await Promise.all([assets('swagger-ui-bundle.js'), assets('swagger-ui.css')]);
      return docsPage(request, { 'swagger-ui-bundle.js': bundle.tag, 'swagger-ui.css': style.tag });
    },
  };
  const served = files.map((file): Route => ({
    method: 'GET',
    path: `/docs/${file}`,
    answer: async ({ query }) => assetAnswer(file, await assets(file), query.get('v')),
  }));
  return [page, ...served];
}
