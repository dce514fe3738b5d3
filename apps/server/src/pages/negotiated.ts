/** Pages in the place of data, for browsers that ask for them: of sandboxes, and of paths that lead nowhere. */
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { preference } from '../http/exchange-call.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { basePath, copyButtons, neighbours, pageAnswer, stylesheet } from './layout.js';
import { type Html, html } from '../kit/html.js';
import { maskPath } from '../journal/mask.js';
import { type ListedSandbox, type Sandbox, sandboxes } from '@understudy/contract/sandboxes';
import { controlPath, SANDBOXES_PATH, sandboxPath, withoutSandbox } from '../kit/sandbox-address.js';
import { shellWord } from './start-page.js';

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

const { listSandboxes, getSandbox, resetSandbox } = sandboxes.operations;

function page(ctx: Exchange, title: string, body: Html): Answer {
  const base = basePath(ctx);
  const description = 'The sandboxes of this Understudy server.';
  return pageAnswer({
    title: `${title} · Understudy`,
    description,
    base,
    style: stylesheet,
    script: copyButtons,
    body,
  });
}

const clockText = ({ clock: { mode, now } }: Sandbox): string => (mode === 'real' ? 'real' : `${mode}, ${now}`);

/** Path that all sandboxes stand below, whichever of them the page is read in. */
const rootPath = (ctx: Exchange): string => withoutSandbox(basePath(ctx));

/** Path of a sandbox in the control API; with a slash at its end, that of its own start page. */
const addressOf = (root: string, { name }: Pick<Sandbox, 'name'>): string => root + sandboxPath(name);

/** All sandboxes. */
export function sandboxListPage(ctx: Exchange, text: string): Answer {
  const { data, pagination } = listSandboxes.output.parse(JSON.parse(text));
  const root = rootPath(ctx);
  const name = (sandbox: ListedSandbox) =>
    html`<th scope="row">
      <a href="${addressOf(root, sandbox)}"><code>${sandbox.name}</code></a>
    </th>`;
  const row = (sandbox: ListedSandbox) =>
    'unreadable' in sandbox
      ? html`<tr>
          ${name(sandbox)}
          <td colspan="4">Cannot be read: ${sandbox.unreadable}</td>
        </tr> `
      : html`<tr>
          ${name(sandbox)}
          <td><code>${sandbox.seed}</code></td>
          <td>${clockText(sandbox)}</td>
          <td>${sandbox.counts.changed}</td>
          <td><a href="${addressOf(root, sandbox)}/">start page</a></td>
        </tr> `;
  const body = html`<h1>Sandboxes</h1>
    <p class="lead">
      Private copies of the whole API. You can use any name without creating it first. This list shows the sandboxes
      that have writes or a configuration.
    </p>
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Seed</th>
            <th scope="col">Clock</th>
            <th scope="col">Records changed</th>
            <th scope="col">Pages</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(row)}
        </tbody>
      </table>
    </div>
    ${neighbours(`${root}${SANDBOXES_PATH}`, pagination)}`;
  return page(ctx, 'Sandboxes', body);
}

/** One sandbox. */
export function sandboxPage(ctx: Exchange, text: string): Answer {
  const { data: sandbox } = getSandbox.output.parse(JSON.parse(text));
  const root = rootPath(ctx);
  const address = addressOf(root, sandbox);
  const entries: Readonly<Record<string, Html | string | number>> = {
    'Base URL': html`<code data-copy="Base URL">${sandbox.base_url}</code>`,
    Seed: html`<code>${sandbox.seed}</code>`,
    Clock: clockText(sandbox),
    Revision: sandbox.revision,
    'Records changed': sandbox.counts.changed,
  };
  const reset = `curl -X POST ${shellWord(`${ctx.rootUrl}${controlPath(resetSandbox, sandbox.name)}`)}`;
  const body = html`<p class="note"><a href="${root}${SANDBOXES_PATH}">All sandboxes</a></p>
    <h1>${sandbox.name}</h1>
    <p class="lead">
      A private copy of the whole API, with a <a href="${address}/">start page</a>, an
      <a href="${address}/docs">API reference</a>, a journal of the <a href="${address}/requests">requests</a> that it
      has answered, <a href="${address}/conduct">what its clients did wrong</a>, and
      <a href="${address}/faults">faults</a> that they can be made to meet.
    </p>
    <dl class="summary">
      ${Object.entries(entries).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div> `,
      )}
    </dl>
    <h2>Start over</h2>
    <p class="note">A reset takes back every write and resets the clock.</p>
    <figure class="call">
      <figcaption>Reset the sandbox</figcaption>
      <pre><code data-copy="Reset the sandbox">${reset}</code></pre>
    </figure>`;
  return page(ctx, sandbox.name, body);
}
