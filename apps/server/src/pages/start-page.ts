/** The start page: what this is, what runs here, what it offers, and calls to copy. */
import {
  apiVersion,
  type Controls,
  corsModes,
  type Operation,
  paginationStyles,
  simulatedErrors,
} from '@understudy/contract/kit';
import type { WholeApi } from '../call/api.js';
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { clockMode, type ClockState, instantText, readClock } from '../kit/clock.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import { version } from '../server/version.js';
import { basePath, catalogAt, copyButtons, pageAnswer, stylesheet } from './layout.js';
import { type Html, html, prose } from '../kit/html.js';
import { ValueCache, textBytes } from '../kit/made-once.js';
import type { Showcase } from '../kit/implement.js';

/** A call and what it shows. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** Quotes a word for a shell: the base URL holds the Host header, and what is copied is run. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for TypeScript. */
function scriptText(text: string): string {
  return /^[\w./:[\]?=&-]*$/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** The calls. */
export function snippets(baseUrl: string, { list, q, shows, body, withClient }: Showcase): readonly Snippet[] {
  const records = `${baseUrl}${list.path}`;
  const curl = (query: string) => shellWord(`${records}?${query}`);
  const client = `import { createClient } from '@understudy/client';

const api = createClient({ baseUrl: ${scriptText(baseUrl)} });`;
  return [
    { title: 'List a page', code: `curl ${curl('page=2&per_page=3')}` },
    { title: 'Search', code: `curl ${curl(`q=${q}`)}` },
    { title: 'Force a failure', code: `curl -i ${curl('simulate_error=rate_limit')}` },
    { title: 'Delay the answer', code: `curl ${curl('delay=1.5')}` },
    {
      title: 'Create a record',
      code: `curl ${shellWord(records)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    },
    {
      title: 'In a browser or in Node',
      code: `const url = ${scriptText(`${records}?per_page=3`)};
const answer = await fetch(url);
const { data, pagination } = await answer.json();
console.log(data[0].${shows}, pagination.total);`,
    },
    ...withClient.map(({ title, code }) => ({ title, code: `${client}\n${code}` })),
  ];
}

interface Row {
  readonly takes: Html | string;
  readonly does: string;
  /** Query that shows it. */
  readonly example: string;
}

function words(list: readonly string[], base?: string): Html {
  const word = (text: string) => html`<code>${text}</code>`;
  const entry = (text: string) =>
    base === undefined ? word(text) : html`<a href="${base}/problems/${text}">${word(text)}</a>`;
  return html`<span class="values">${list.map(entry)}</span>`;
}

// A control that the contract gains has no row here until this compiles again.
function rows(base: string, found: string): Readonly<Record<keyof Controls, Row>> {
  return {
    page: { takes: '1 and up', does: 'The page of a list.', example: 'page=2' },
    per_page: { takes: '1 to 50', does: 'Records on a page; 10 by default.', example: 'per_page=3' },
    q: {
      takes: 'text',
      does: 'Searches names, titles, descriptions and tags, without regard to case.',
      example: `q=${found}`,
    },
    pagination_style: {
      takes: words(paginationStyles),
      does: 'Pages by number, by a `cursor` in the body, or by `Link` headers. All three give the same records in the same order.',
      example: 'pagination_style=cursor',
    },
    delay: {
      takes: '0 to 10',
      does: 'Delays the answer by that many seconds. Fractions are allowed.',
      example: 'delay=1.5',
    },
    simulate_error: {
      takes: words(simulatedErrors, base),
      does: 'Makes the call fail in this way, whatever its method. Nothing is written.',
      example: 'simulate_error=rate_limit',
    },
    fault: {
      takes: 'faults',
      does: 'Any fault, with parameters: of the answer, its bytes, its time or the connection. The header `Understudy-Fault` says the same.',
      example: 'fault=drip',
    },
    cors: {
      takes: words(corsModes),
      does: '`restrict`: only allowed origins may read the answer. `preflight`: every preflight is refused.',
      example: 'cors=restrict',
    },
  };
}

function controlsTable(base: string, { list, q }: Showcase): Html {
  const row = ([name, { takes, does, example }]: [string, Row]) =>
    html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${takes}</td>
      <td>${prose(does)}</td>
      <td class="try">
        <a href="${base}${list.path}?${example}"><code>?${example}</code></a>
      </td>
    </tr>`;
  return html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">Control</th>
          <th scope="col">Values</th>
          <th scope="col">What it does</th>
          <th scope="col">Try it</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(rows(base, q)).map(row)}
      </tbody>
    </table>
  </div>`;
}

function domainOf(operation: Operation): string {
  return operation.meta.openapi.tags[0] ?? '';
}

/** Address of an operation in the reference. */
function referenceLink(base: string, operation: Operation): string {
  const entry = [domainOf(operation), operation.name].map(encodeURIComponent).join('/');
  return `${base}/docs#/${entry}`;
}

function listed(base: string, operation: Operation): Html {
  const { method, path, meta } = operation;
  return html`<li>
    <a class="operation" href="${referenceLink(base, operation)}">
      <span class="method ${method.toLowerCase()}">${method}</span><code>${path}</code
      ><span>${meta.openapi.summary}</span>
    </a>
  </li> `;
}

/** The operations that control the server itself. */
const CONTROL = 'sandboxes';

/** The operations of each domain; those that control the server come last, and are folded away. */
function operationList(base: string, operations: readonly Operation[]): Html {
  const domains = [...new Set(operations.map(domainOf))].toSorted(
    (a, b) => Number(a === CONTROL) - Number(b === CONTROL),
  );
  return html`${domains.map((domain) => {
    const own = operations.filter((operation) => domainOf(operation) === domain);
    const list = html`<ul>
      ${own.map((operation) => listed(base, operation))}
    </ul>`;
    const count = html`<span>${own.length} ${own.length === 1 ? 'operation' : 'operations'}</span>`;
    if (domain === CONTROL)
      return html`<details class="domain" id="domain-${domain}">
        <summary><b>${domain}</b> ${count}</summary>
        ${list}
      </details> `;
    return html`<section class="domain" aria-labelledby="domain-${domain}">
      <header>
        <h3 id="domain-${domain}">${domain}</h3>
        ${count}
      </header>
      ${list}
    </section> `;
  })}`;
}

/** The first operation that reads something, and needs nothing for it. */
function firstRead(operations: ReadonlyMap<string, Operation>): Operation | undefined {
  for (const [, operation] of operations) {
    const isPlain = operation.method === 'GET' && !operation.path.includes('{');
    if (isPlain && domainOf(operation) !== CONTROL) return operation;
  }
  return undefined;
}

/** What to do first, whatever is served: ask for something of it, make that fail, and see what was sent. */
function firstSteps({ showcase, operations }: StartPageParts, { base, baseUrl, control }: Place): Html {
  const first = showcase?.list ?? firstRead(operations);
  const word = shellWord(`${baseUrl}${first?.path ?? '/healthz'}`);
  const steps: Snippet[] = [
    { title: first?.meta.openapi.summary ?? 'Ask', code: `curl ${word}` },
    { title: 'Make that fail', code: `curl -i ${word} -H 'Understudy-Fault: rate_limit'` },
    {
      title: 'See what was sent, and what was wrong',
      code: `curl ${shellWord(`${control}/requests`)}\ncurl ${shellWord(`${control}/conduct`)}`,
    },
  ];
  return html`<h2 id="first">First</h2>
    <p class="note">
      When these work, point your app at <code>${baseUrl}</code> and open the <a href="${base}/inspect">inspector</a>:
      it shows what the app sends and what it does wrong, and makes its next call fail. The page
      <a href="${catalogAt(base, 'faults')}">Faults</a> has all that can go wrong, also for apps whose requests cannot
      be edited.
    </p>
    <div class="calls">
      ${steps.filter(({ title }) => first !== undefined || title !== 'Make that fail').map(call)}
    </div>`;
}

/** What of the documents is not served, or is worth a look, as it was said at the start. */
function noticeList({ domains }: StartPageParts): Html | undefined {
  const notices = domains.flatMap(({ document }) => document?.notices ?? []);
  if (notices.length === 0) return undefined;
  return html`<h2 id="notices">Worth a look in the document</h2>
    <ul>
      ${notices.map((notice) => html`<li>${notice}</li> `)}
    </ul>`;
}

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

type StartPageParts = Pick<WholeApi, 'base' | 'operations' | 'showcase' | 'domains'>;

interface Place {
  readonly base: string;
  readonly baseUrl: string;
  /** Address of the sandbox in the control API. */
  readonly control: string;
}

/** What there is to try, where a domain has it. */
function toTry({ showcase, base: api }: StartPageParts, { base, baseUrl }: Place): Html | undefined {
  if (showcase === undefined) return undefined;
  return html`<h2 id="calls">Calls to copy</h2>
    <p class="note">
      They work against this server without changes. The typed client is the package
      <code>@understudy/client</code>.
    </p>
    <div class="calls">${snippets(baseUrl, showcase).map(call)}</div>
    <h2 id="controls">Controls</h2>
    <p class="note">Every route under <code>${api}/</code> accepts these query parameters, whatever its method.</p>
    ${controlsTable(base, showcase)}`;
}

interface PageRequest extends Pick<Exchange, 'path' | 'fullPath' | 'baseUrl' | 'rootUrl'> {
  readonly sandbox: Pick<Exchange['sandbox'], 'name' | 'config' | 'clock'>;
}

/** Bytes of lists of operations that are kept, one for each base path: of many operations they take long to make. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Makes the pages of an API. */
export function startPages(parts: StartPageParts): (request: PageRequest) => Answer {
  const lists = new ValueCache<Html>(MAX_BYTES, ({ text }) => textBytes(text));
  const listAt = (base: string) => lists.get(base, () => operationList(base, [...parts.operations.values()]));
  return (request) => startPage(request, parts, listAt(basePath(request)));
}

function startPage(request: PageRequest, parts: StartPageParts, operations: Html): Answer {
  const { baseUrl, rootUrl, sandbox } = request;
  const base = basePath(request);
  const place: Place = { base, baseUrl, control: rootUrl + sandboxPath(sandbox.name) };
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
    ${firstSteps(parts, place)} ${toTry(parts, place)} ${noticeList(parts)}
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
