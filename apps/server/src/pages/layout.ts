/** What all pages share: their frame, a policy under which nothing but their own style and script runs, and their parts. */
import { sha256 } from '#platform/runtime';
import { type Answer, HTML_TYPE } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { withoutSandbox } from '../kit/sandbox-address.js';
import { type Html, html, inline, trusted } from '../kit/html.js';
import type { Route } from '../http/router.js';

const SHAPES =
  '<circle cx="12.5" cy="12.5" r="8" fill="none" stroke-width="2" stroke-dasharray="3.1 2.2"/><circle cx="20" cy="20" r="8" stroke="none"/>';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>g{fill:#8f2d3b;stroke:#8f2d3b}@media(prefers-color-scheme:dark){g{fill:#ee9aa2;stroke:#ee9aa2}}</style><g>${SHAPES}</g></svg>`;

/** The mark, in the colour of the text around it. */
const brandMark = trusted(
  `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" fill="currentColor" stroke="currentColor">${SHAPES}</svg>`,
);

/** The icon, also where browsers ask for it unbidden. */
export function faviconRoutes(): Route[] {
  return ['/favicon.svg', '/favicon.ico'].map((path) => ({
    method: 'GET',
    path,
    answer: () => ({
      status: 200,
      type: 'image/svg+xml',
      body: ICON,
      caching: 'static',
      headers: {
        'cache-control': 'max-age=86400',
        // An SVG opened by itself is a document: its own style may run, nothing else.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    }),
  }));
}

/** Path of the base URL: pages link by path, so they stay on whatever origin a browser has them from. */
export function basePath({ fullPath, path }: Pick<Exchange, 'fullPath' | 'path'>): string {
  return fullPath.slice(0, fullPath.length - path.length);
}

interface PageContent {
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

/** Where faults or rules of conduct are listed: below a sandbox these paths are its own, which the inspector shows. */
export function catalogAt(base: string, name: 'faults' | 'conduct'): string {
  return withoutSandbox(base) === base ? `${base}/${name}` : `${base}/inspect#${name}`;
}

/** The bar on top of every page. */
export function topBar(base: string): Html {
  return html`<header class="bar">
    <div>
      <a class="brand" href="${base}/">${brandMark}<span>Understudy</span></a>
      <nav aria-label="Pages">
        <a href="${base}/docs">API reference</a><a href="${base}/openapi.json">OpenAPI</a
        ><a href="${base}/problems">Problems</a><a href="${catalogAt(base, 'faults')}">Faults</a
        ><a href="${catalogAt(base, 'conduct')}">Conduct</a><a href="${base}/inspect">Inspector</a>
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

const light = `
--paper: #fbfaf8; --raised: #ffffff; --sunken: #f3f1ed; --line: #e2ded7;
--ink: #1d1b19; --soft: #625c55; --accent: #8f2d3b; --focus: #b4485a;
--get: #1f5f8b; --post: #2d6a3f; --change: #87560b; --delete: #a3282f;`;

const dark = `
--paper: #171615; --raised: #1f1e1c; --sunken: #131211; --line: #35322e;
--ink: #ece8e2; --soft: #a8a198; --accent: #ee9aa2; --focus: #ee9aa2;
--get: #82bbe4; --post: #8bcb9d; --change: #e2b464; --delete: #f0999b;`;

/** Variables, the ground of a page, and its bar. */
export const theme = `
:root { color-scheme: light dark; ${light}
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
--mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--paper); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; padding: .5rem 1rem; background: var(--raised); color: var(--accent); }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; }
.bar { border-bottom: 1px solid var(--line); font: 1rem/1.5 var(--sans); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 2rem;
  max-width: 72rem; margin: 0 auto; padding: .75rem 1.5rem; }
.bar a { color: var(--soft); text-decoration: none; }
.bar a:hover { color: var(--accent); text-decoration: underline; text-underline-offset: .25em; }
.bar .brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--accent); }
.bar .brand:hover { text-decoration: none; }
.bar .brand span { color: var(--ink); font-size: 1.125rem; font-weight: 650; letter-spacing: -.01em; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .9375rem; }
`;

const textStyle = `
main { max-width: 72rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; }
h1 { margin: 0 0 1rem; max-width: 22ch; font-size: clamp(2rem, 1.4rem + 2.6vw, 3.25rem); line-height: 1.1;
  font-weight: 650; letter-spacing: -.025em; text-wrap: balance; }
h2 { margin: 4rem 0 .25rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
p { margin: 0 0 1rem; max-width: 68ch; text-wrap: pretty; }
.lead { max-width: 60ch; color: var(--soft); font-size: 1.1875rem; }
.lead + .scroll { margin-top: 2rem; }
.note { color: var(--soft); margin-bottom: 1.5rem; }
main a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
code, pre { font-family: var(--mono); font-size: .875em; }
p code, td code { overflow-wrap: anywhere; }
`;

const blocks = `
.summary { display: flex; flex-wrap: wrap; margin: 2.5rem 0 0; border: 1px solid var(--line); border-radius: 10px;
  background: var(--raised); overflow: hidden; }
.summary > div { flex: 1 1 auto; min-width: min(100%, 8rem); padding: .875rem 1.25rem 1rem; margin: 0 -1px -1px 0;
  border-right: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.summary dt { color: var(--soft); font-size: .8125rem; }
.summary dd { display: flex; gap: .5rem; align-items: center; min-height: 1.875rem; margin: 0; overflow-wrap: anywhere; }
.summary dd code { font-size: .9375rem; }
.calls { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 29rem), 1fr)); gap: 1.25rem; }
.call { display: flex; flex-direction: column; min-width: 0; margin: 0; border: 1px solid var(--line);
  border-radius: 10px; background: var(--raised); overflow: hidden; }
.call figcaption { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.75rem;
  padding: .375rem .5rem .375rem 1rem; border-bottom: 1px solid var(--line); font-size: .9375rem; font-weight: 550; }
pre { flex: 1; margin: 0; padding: .875rem 1rem; background: var(--sunken); line-height: 1.6; tab-size: 2;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.copy { flex: none; padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 6px; background: transparent;
  color: var(--soft); font: .8125rem/1.6 var(--sans); cursor: pointer; }
.copy:hover { border-color: currentColor; color: var(--accent); }
.fault { margin-top: 2rem; }
.fault h3 { margin-bottom: .25rem; font-size: 1.125rem; }
.lines { margin: 0 0 1rem; }
.lines > div { display: flex; gap: .25rem .75rem; align-items: baseline; padding: .25rem 0; }
.lines dt { flex: none; width: 4rem; color: var(--soft); font-size: .8125rem; }
.lines dd { display: flex; gap: .75rem; align-items: baseline; min-width: 0; margin: 0; }
.lines code { overflow-wrap: anywhere; }
`;

const lists = `
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .625rem 1rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; }
tbody th { font-weight: 500; white-space: nowrap; }
td.try, td.try code { white-space: nowrap; }
tr:last-child > * { border-bottom: 0; }
.domain { margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow: hidden; }
.domain header { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; padding: .625rem 1rem;
  border-bottom: 1px solid var(--line); }
.domain summary { padding: .625rem 1rem; cursor: pointer; }
.domain header span, .domain summary span { color: var(--soft); font-size: .8125rem; }
.domain ul { margin: 0; padding: .375rem 0; list-style: none; }
.operation { display: grid; grid-template-columns: 4.25rem minmax(0, 1.4fr) minmax(0, 1fr); gap: 0 .75rem;
  align-items: baseline; padding: .3125rem 1rem; }
main a.operation { color: inherit; text-decoration: none; }
.operation:hover { background: var(--sunken); }
.operation:hover code { color: var(--accent); text-decoration: underline; }
.operation:focus-visible { outline-offset: -2px; }
.operation code { overflow-wrap: anywhere; }
.operation span:last-child { color: var(--soft); font-size: .9375rem; }
.method { font: 600 .75rem/1.6 var(--mono); letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--change); } .delete { color: var(--delete); }
.values { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
@media (max-width: 44rem) {
  main { padding-top: 2.25rem; }
  h2 { margin-top: 3rem; }
  .operation { grid-template-columns: 3.5rem minmax(0, 1fr); padding-block: .5rem; }
  .operation span:last-child { grid-column: 2; }
  .lines > div { flex-wrap: wrap; }
  .stack thead { position: absolute; left: -999rem; }
  .stack tr { display: block; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
  .stack tr:last-child { border-bottom: 0; }
  .stack th, .stack td { display: block; padding: .0625rem 0; border: 0; }
}
`;

/** The whole style. */
export const stylesheet = theme + textStyle + blocks + lists;

/** Runs in the browser, as it stands. */
export const copyButtons = `
for (const code of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  const say = (text) => { button.textContent = text; };
  const select = () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };
  button.type = 'button';
  button.className = 'copy';
  button.setAttribute('aria-label', 'Copy: ' + code.dataset.copy);
  button.setAttribute('aria-live', 'polite');
  say('Copy');
  button.addEventListener('click', async () => {
    try {
      // Absent where the page came over plain HTTP from another machine.
      await navigator.clipboard.writeText(code.textContent);
      say('Copied');
    } catch {
      select();
      say(document.execCommand('copy') ? 'Copied' : 'Selected');
    }
    setTimeout(say, 2000, 'Copy');
  });
  const caption = code.closest('figure')?.querySelector('figcaption');
  (caption ?? code.parentElement).append(button);
}
`;

/** A table with these columns. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
