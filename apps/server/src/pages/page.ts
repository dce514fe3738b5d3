/** Makes an answer of a page: its frame, and a policy under which nothing but its own style and script runs. */
import { sha256 } from '#platform/hash';
import { type Answer, HTML_TYPE } from '../http/answer.js';
import type { RequestContext } from '../http/request-context.js';
import { SANDBOXES_PATH } from '../kit/sandbox-address.js';
import { brandMark } from './favicon.js';
import { type Html, html, inline } from '../kit/html.js';

/** Path of the base URL: pages link by path, so they stay on whatever origin a browser has them from. */
export function basePath({ fullPath, path }: Pick<RequestContext, 'fullPath' | 'path'>): string {
  return fullPath.slice(0, fullPath.length - path.length);
}

/** What a page is made of. */
export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** Path that its links start with. */
  readonly base: string;
  readonly style: string;
  readonly body: Html;
  /** Runs after the body. */
  readonly script?: string;
}

/** A Content-Security-Policy source that allows exactly one inline text (CSP 3 §2.3.1). */
export function hashSource(text: string): string {
  return `'sha256-${sha256(text, 'base64')}'`;
}

/** The policy of a page: its own style and script, images of this origin, and nothing else. */
function pagePolicy({ style, script }: Pick<PageContent, 'style' | 'script'>): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `script-src ${script === undefined ? "'none'" : hashSource(script)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The bar on top of every page. */
export function topBar(base: string): Html {
  return html`<header class="bar">
    <div>
      <a class="brand" href="${base}/">${brandMark}<span>Understudy</span></a>
      <nav aria-label="Pages">
        <a href="${base}/docs">API reference</a><a href="${base}/openapi.json">OpenAPI</a
        ><a href="${base}/problems">Problems</a><a href="${base}/faults">Faults</a><a href="${base}/conduct">Conduct</a
        ><a href="${base}${SANDBOXES_PATH}">Sandboxes</a>
      </nav>
    </div>
  </header>`;
}

/** The head that every page has. */
export function head({ title, description, base }: Pick<PageContent, 'title' | 'description' | 'base'>): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${description}" />
    <title>${title}</title>
    <link rel="icon" href="${base}/favicon.svg" type="image/svg+xml" />`;
}

/** A whole page. It is revalidated each time, and never kept by the response cache: it may show the time. */
export function pageAnswer(content: PageContent): Answer {
  const { style, script } = content;
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        ${head(content)} ${inline('style', style)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        ${topBar(content.base)}
        <main id="main">${content.body}</main>
        ${script === undefined ? undefined : inline('script', script)}
      </body>
    </html> `;
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy(content),
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, type: HTML_TYPE, body: text, caching: 'static', headers };
}
