/** Explains the problem kinds at /problems: to people in HTML, to programs in JSON. */
import { type ProblemKindInfo, simulatedErrors } from '@understudy/contract/kit';
import type { WholeApi } from '../call/api.js';
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Showcase } from '../kit/implement.js';
import { dataOrPage } from './negotiated.js';
import { type Html, html, prose } from '../kit/html.js';
import { basePath } from './layout.js';
import { shellWord } from './start-page.js';

type ProblemPageParts = Pick<WholeApi, 'base' | 'kinds' | 'showcase'>;

function isSimulated(kind: string): boolean {
  return simulatedErrors.some((simulated) => simulated === kind);
}

function explanation(kind: string, info: ProblemKindInfo, rootUrl: string) {
  const { status, highestStatus, title, description } = info;
  const range = highestStatus === undefined ? {} : { highest_status: highestStatus };
  const type = `${rootUrl}/problems/${kind}`;
  return { type, kind, status, ...range, title, description, simulated: isSimulated(kind) };
}

/** The status of a kind, or the range of them. */
function statuses({ status, highestStatus }: ProblemKindInfo): string {
  return highestStatus === undefined ? String(status) : `${status} to ${highestStatus}`;
}

const about = 'The errors of the Understudy mock API, and what they mean.';

function listAnswer(ctx: Exchange, { kinds }: ProblemPageParts): Answer {
  const base = basePath(ctx);
  const row = ([kind, info]: [string, ProblemKindInfo]) =>
    html`<tr>
      <th scope="row">
        <a href="${base}/problems/${kind}"><code>${kind}</code></a>
      </th>
      <td>${statuses(info)}</td>
      <td>${prose(info.description)}</td>
    </tr> `;
  const body = html`<h1>Problems</h1>
    <p class="lead">
      Every error body (RFC 9457) has a <code>kind</code>, which names the reason and decides the status.
    </p>
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(kinds).map(row)}
        </tbody>
      </table>
    </div>`;
  const data = Object.entries(kinds).map(([kind, info]) => explanation(kind, info, ctx.rootUrl));
  return dataOrPage(ctx, { data, title: 'Problems', about, body });
}

function tryIt(kind: string, { list }: Showcase, { baseUrl, base }: { baseUrl: string; base: string }): Html {
  const url = `${baseUrl}${list.path}?simulate_error=${kind}`;
  return html`<h2>Cause it on purpose</h2>
    <p class="note">
      With <code>simulate_error=${kind}</code>, any call under <code>${base}/</code> fails like this and writes nothing.
    </p>
    <figure class="call">
      <figcaption>Force this failure</figcaption>
      <pre><code data-copy="Force this failure">curl -i ${shellWord(url)}</code></pre>
    </figure>`;
}

function kindAnswer(ctx: Exchange, name: string, { base, kinds, showcase }: ProblemPageParts): Answer {
  const info = new Map<string, ProblemKindInfo>(Object.entries(kinds)).get(name);
  if (info === undefined) {
    const detail = `there is no problem kind ${JSON.stringify(name.slice(0, 100))}; ${ctx.baseUrl}/problems lists all kinds`;
    throw new ProblemError('not_found', { detail });
  }
  const { title, description } = info;
  const body = html`<p class="note"><a href="${basePath(ctx)}/problems">All problems</a></p>
    <h1>${title}</h1>
    <p class="lead">${prose(description)}</p>
    <dl class="summary">
      <div>
        <dt>Status</dt>
        <dd>${statuses(info)}</dd>
      </div>
      <div>
        <dt>Kind</dt>
        <dd><code>${name}</code></dd>
      </div>
    </dl>
    ${isSimulated(name) && showcase !== undefined ? tryIt(name, showcase, { baseUrl: ctx.baseUrl, base }) : undefined}`;
  return dataOrPage(ctx, { data: explanation(name, info, ctx.rootUrl), title, about, body });
}

/** The routes of the explanations. */
export function problemRoutes(parts: ProblemPageParts): Route[] {
  return [
    { method: 'GET', path: '/problems', answer: (ctx) => listAnswer(ctx, parts) },
    { method: 'GET', path: '/problems/{kind}', answer: (ctx, { kind = '' }) => kindAnswer(ctx, kind, parts) },
  ];
}
