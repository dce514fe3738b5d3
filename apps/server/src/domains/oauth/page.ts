/** The frame of the pages that people see at the issuer, and a policy under which nothing but what they show runs. */
import { sha256 } from '#platform/runtime';
import { type Html, html, inline } from '../../kit/html.js';
import type { HtmlPage } from '../../kit/handler.js';

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf8; --raised: #fff; --line: #8d857b; --ink: #1d1b19; --soft: #625c55; --accent: #8f2d3b; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #171615; --raised: #1f1e1c; --line: #7a746c; --ink: #ece8e2; --soft: #a8a198; --accent: #ee9aa2; --on: #171615; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 30rem; margin: clamp(0rem, 10vh - 2rem, 8rem) auto 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); }
a { color: var(--accent); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
form.search { margin-bottom: -.5rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button.first { border-color: var(--accent); background: var(--accent); color: var(--on); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h2 { flex: 1 0 100%; margin: 1.25rem 0 0; font-size: 1.1rem; line-height: 1.3; }
label { display: block; flex: 1 0 100%; }
input { flex: 3 1 12rem; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
form.search button { flex: 1 1 5rem; }
ul { list-style: none; margin: 0; padding: 0; flex: 1 0 100%; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li button { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; width: 100%; border: 0; border-radius: 0; padding: .625rem .875rem; text-align: left; }
li button:focus-visible { outline-offset: -3px; border-radius: 7px; }
li button strong { flex: 1 1 auto; font-weight: 600; }
li button > .soft { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; flex: 1 0 100%; font-size: .875rem; }
button small { display: block; color: var(--soft); font-size: .8125rem; }
button:hover { background: color-mix(in srgb, var(--accent) 10%, transparent); }
button.first:hover { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.state { padding: 0 .5rem; border: 1px solid currentColor; border-radius: 99px; color: var(--soft); font-size: .8125rem; }
.note { margin: 1rem 0; padding: .625rem .875rem; border-left: 4px solid var(--accent); background: var(--paper); }
iframe { display: none; }
.logo { display: block; max-width: 100%; height: 3rem; margin: 0 0 1rem; object-fit: contain; }
`;

/** A Content-Security-Policy source that allows exactly one inline text (CSP 3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${sha256(text, 'base64')}'`;
}

/** The source of a policy that allows an address; none can name one of IPv6 (CSP 3 §2.3.1). */
export function sourceOf(address: string): string {
  const { origin, hostname, protocol } = new URL(address);
  return hostname.startsWith('[') ? protocol : origin;
}

/** Where the forms of a page may lead: browsers hold the redirect that answers one, and those that follow it, against it. */
export function formsTo(next: string | undefined): string {
  if (next === undefined) return "'self'";
  const { protocol } = new URL(next);
  return /^https?:$/.test(protocol) ? "'self' http: https:" : `'self' ${protocol}`;
}

/** The hidden fields of a form. */
export function hiddenFields(fields: Iterable<readonly [name: string, value: string]>): Html[] {
  return [...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Where its forms, and the redirects that answer them, may lead; nowhere where left out. */
  readonly formAction?: string | undefined;
  /** Origins that it loads in frames; none where left out. */
  readonly frames?: readonly string[] | undefined;
  /** Addresses of images that it loads; none where left out. */
  readonly images?: readonly string[] | undefined;
  /** Runs after the body. */
  readonly script?: string | undefined;
  /** Further elements of its head. */
  readonly head?: Html | undefined;
  readonly status?: number | undefined;
  readonly cookie?: string | undefined;
}

/** Makes a page. No other page may frame it: who clicks on it must see it (CSP 3 §6.4.2.1). */
export function page({
  title,
  body,
  formAction,
  frames = [],
  images = [],
  script,
  head,
  status,
  cookie,
}: PageParts): HtmlPage {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    ...(images.length === 0 ? [] : [`img-src ${images.map(sourceOf).join(' ')}`]),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    `form-action ${formAction ?? "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head} ${inline('style', STYLE)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${script === undefined ? undefined : inline('script', script)}
      </body>
    </html> `;
  return { html: text, policy, status, cookie };
}
