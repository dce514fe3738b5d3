/** The sandboxes as pages: all of them, and one. */
import { type ListedSandbox, type Sandbox, sandboxes } from '@understudy/contract/sandboxes';
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { controlPath, sandboxPath, SANDBOXES_PATH, withoutSandbox } from '../kit/sandbox-address.js';
import { basePath, copyButtons, neighbours, pageAnswer, stylesheet } from './layout.js';
import { type Html, html } from '../kit/html.js';
import { shellWord } from './start-page.js';

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
