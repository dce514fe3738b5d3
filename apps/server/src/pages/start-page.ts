/** The start page: what this is, what runs here, what it offers, and calls to copy. */
import { apiVersion } from '@understudy/contract/kit';
import type { WholeApi } from '../call/api.js';
import type { Answer } from '../http/answer.js';
import type { RequestContext } from '../http/request-context.js';
import { clockMode, type ClockState, instantText, readClock } from '../kit/clock.js';
import { version } from '../version.js';
import { controlsTable } from './controls-table.js';
import { copyButtons } from './copy-buttons.js';
import { type Html, html } from '../kit/html.js';
import { KeptValues } from '../kit/made-once.js';
import { textBytes } from '../kit/own-text.js';
import { operationList } from './operation-list.js';
import { basePath, pageAnswer } from './page.js';
import { type Snippet, snippets } from './snippets.js';
import { stylesheet } from './stylesheet.js';

const LEAD =
  'A mock HTTP API for building and testing clients. The same request to the same data always gets the same body, and an answer is slow, fails or breaks only when you ask for that.';

function clockText(clock: ClockState): string {
  if (clockMode(clock) === 'frozen') return `frozen at ${instantText(readClock(clock))}`;
  if (clock.mode !== 'running') return 'real';
  const seconds = Math.round(Math.abs(clock.offset) / 1000);
  return `${seconds} s ${clock.offset < 0 ? 'behind' : 'ahead of'} real time`;
}

function summary(entries: Readonly<Record<string, Html | string>>): Html {
  return html`<dl class="summary">
    ${Object.entries(entries).map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

function call({ title, code }: Snippet): Html {
  return html`<figure class="call">
    <figcaption>${title}</figcaption>
    <pre><code data-copy="${title}">${code}</code></pre>
  </figure> `;
}

/** What the page is about. */
export type StartPageParts = Pick<WholeApi, 'base' | 'operations' | 'showcase'>;

/** What there is to try, where a domain has something. */
function toTry(
  { showcase, base: api }: StartPageParts,
  { base, baseUrl }: { base: string; baseUrl: string },
): Html | undefined {
  if (showcase === undefined) return undefined;
  return html`<h2 id="calls">Calls to copy</h2>
    <p class="note">
      They work against this server without changes. The typed client is the package
      <code>@understudy/client</code>.
    </p>
    <div class="calls">${snippets(baseUrl, showcase).map(call)}</div>
    <h2 id="controls">Controls</h2>
    <p class="note">Every route under <code>${api}/</code> accepts these query parameters, whatever its method.</p>
    ${controlsTable(base, showcase)}
    <p class="note">
      Everything else that can go wrong, and how to set it for apps whose requests cannot be edited, is on the page
      <a href="${base}/faults">Faults</a>.
    </p>`;
}

/** What of a request the page shows. */
interface Asked extends Pick<RequestContext, 'path' | 'fullPath' | 'baseUrl'> {
  readonly sandbox: Pick<RequestContext['sandbox'], 'name' | 'config' | 'clock'>;
}

/** Bytes of lists of operations that are kept, one for each base path: of many operations they take long to make. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Makes the pages of an API. */
export function startPages(parts: StartPageParts): (request: Asked) => Answer {
  const lists = new KeptValues<Html>(MAX_BYTES, ({ text }) => textBytes(text));
  const listAt = (base: string) => lists.get(base, () => operationList(base, [...parts.operations.values()]));
  return (request) => startPage(request, parts, listAt(basePath(request)));
}

function startPage(request: Asked, parts: StartPageParts, operations: Html): Answer {
  const { baseUrl, sandbox } = request;
  const base = basePath(request);
  const body = html`<h1>The API that stands in for the real one</h1>
    <p class="lead">${LEAD}</p>
    ${summary({
      'Base URL': html`<code data-copy="Base URL">${baseUrl}</code>`,
      Server: `version ${version}`,
      API: `version ${apiVersion}`,
      Seed: html`<code>${sandbox.config.seed}</code>`,
      Clock: clockText(sandbox.clock),
      Sandbox: html`<code>${sandbox.name}</code>`,
    })}
    ${toTry(parts, { base, baseUrl })}
    <h2 id="operations">Operations</h2>
    <p class="note">
      Each links to the <a href="${base}/docs">API reference</a>, where you can try it.
      <a href="${base}/openapi.json"><code>/openapi.json</code></a> is for tools, and <code>/trpc</code> has the same
      operations over tRPC.
    </p>
    ${operations}`;
  const title = 'Understudy: the API that stands in for the real one';
  return pageAnswer({ title, description: LEAD, base, style: stylesheet, script: copyButtons, body });
}
