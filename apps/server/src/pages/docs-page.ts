/** The interactive reference at /docs: Swagger UI, served from here, over the OpenAPI document of the same base URL. */
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { html, inline } from '../kit/html.js';
import { basePath, hashSource, head, theme, topBar } from './layout.js';
import { drawnPage, pageAssets } from './assets.js';

/** Runs in the browser, as it stands. */
const docsScript = `
const root = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Swagger UI sends every default there is.
function leaveOptional(document) {
  const shared = Object.values(document.components?.parameters ?? {});
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const parameter of [...shared, ...operations.flatMap((operation) => operation.parameters ?? [])]) {
    if (parameter.required || !parameter.schema) continue;
    const { default: value, ...schema } = parameter.schema;
    if (value !== undefined) parameter.description += ' Default: \`' + value + '\`.';
    parameter.schema = schema;
  }
  return document;
}

const options = {
  domNode: root,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  // Closed: an overview of the domains first. With all open, Swagger UI would draw only the rows in view.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
};

fetch(root.dataset.openapi)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error('status ' + answer.status))))
  .then((document) => SwaggerUIBundle({ ...options, spec: leaveOptional(document) }))
  .catch((error) => { root.textContent = 'The OpenAPI document could not be loaded: ' + error.message; });
`;

/** Swagger UI on the ground of the other pages, in their letters. */
const docsStyle = `
#reference { min-height: 60vh; }
#reference .message { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem; }
#reference .swagger-ui { background: var(--paper); }
#reference .swagger-ui, #reference :is(p, li, label, select, input, button, h2, h3, h4, h5, th, td, small, .info :is(h1, a),
  .parameter__name, .opblock-summary-method, .opblock-summary-description, .markdown, .tab, .response-control-media-type) { font-family: var(--sans); }
#reference .wrapper { max-width: 72rem; padding: 0 1.5rem; }
#reference .info { margin: 2.5rem 0 1rem; }
#reference .info__contact, #reference .info__license { display: none; }
#reference .scheme-container { margin: 0 0 1.5rem; padding: 0 0 1rem; background: none; box-shadow: none; }
#reference .opblock-tag { padding-inline: 0; border-color: var(--line); }
#reference .opblock { box-shadow: none; }
#reference section.models { border-color: var(--line); }
/* One error body stands for all: they have the same members. */
#reference tr.response:is([data-code^="4"], [data-code^="5"]):not([data-code="400"]) :is(.response-controls, .model-example) { display: none; }
@media (max-width: 44rem) {
  #reference .wrapper { padding: 0 1rem; }
  #reference .operation-filter-input { width: 100%; }
  #reference .opblock-summary-description { flex-basis: 100%; padding: .125rem .625rem; text-align: left; }
  #reference .opblock .opblock-summary { flex-wrap: wrap; }
  #reference table.parameters, #reference table.responses-table { display: block; overflow-x: auto; }
}
`;

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

function docsPage(request: Exchange, [bundle = '', sheet = '']: readonly string[]): Answer {
  const base = basePath(request);
  const title = 'API reference · Understudy';
  const description = 'Every operation of the Understudy mock API, to read about and to try.';
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        ${head({ title, description, base })}
        <link rel="stylesheet" href="${sheet}" />
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
        <script src="${bundle}"></script>
        ${inline('script', docsScript)}
      </body>
    </html> `;
  return drawnPage(text, docsPolicy(request.origin));
}

/** The routes of the reference. */
export function docsRoutes(): Route[] {
  const assets = pageAssets('/docs', ['swagger-ui-bundle.js', 'swagger-ui.css']);
  const answer = async (request: Exchange) => docsPage(request, await assets.addresses(basePath(request)));
  return [{ method: 'GET', path: '/docs', answer }, ...assets.routes];
}
