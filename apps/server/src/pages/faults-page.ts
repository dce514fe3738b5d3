/** Lists the faults at /faults: to people in HTML, each with the lines that set it, to programs in JSON. */
import type { Api } from '../call/api.js';
import type { Answer } from '../http/answer.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import { dataOrPage } from './data-or-page.js';
import { faultCatalog, type FaultEntry, type Member } from './fault-catalog.js';
import { allowedText, defaultText } from './fault-values.js';
import { type Html, html, prose } from './html.js';
import { shellWord } from './snippets.js';

/** What the page is about. */
export type FaultsPageParts = Pick<Api, 'base' | 'showcase'>;

const families: Readonly<Record<string, string>> = {
  answer: 'Answers',
  body: 'Bodies',
  connection: 'Connections',
  time: 'Time',
  counting: 'Counting',
  preset: 'Presets',
};

function table(columns: readonly string[], rows: readonly Html[]): Html {
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

function memberTable(title: string, members: readonly Member[]): Html | undefined {
  if (members.length === 0) return undefined;
  const row = (member: Member) =>
    html`<tr>
      <th scope="row"><code>${member.name}</code></th>
      <td>${prose(allowedText(member))}</td>
      <td>${prose(member.required ? 'required' : defaultText(member))}</td>
      <td>${prose(member.description)}</td>
    </tr> `;
  return table([title, 'Values', 'Default', 'Meaning'], members.map(row));
}

/** The command that makes a rule of a fault the only one of a sandbox. */
function ruleCommand(ctx: RequestContext, fault: string): string {
  const address = shellWord(`${ctx.origin}${sandboxPath(ctx.sandbox.name)}/faults`);
  const body = JSON.stringify({ rules: [{ fault }] });
  return `curl -X PUT ${address} -H 'Content-Type: application/json' -d ${shellWord(body)}`;
}

function faultSection(ctx: RequestContext, { fault, description, parameters, example }: FaultEntry): Html {
  const lines = {
    query: `fault=${example}`,
    header: `Understudy-Fault: ${example}`,
    rule: ruleCommand(ctx, example),
  };
  return html`<section class="fault" aria-labelledby="${fault}">
    <h3 id="${fault}"><code>${fault}</code></h3>
    <p>${prose(description)}</p>
    <dl class="lines">
      ${Object.entries(lines).map(
        ([where, line]) =>
          html`<div>
            <dt>${where}</dt>
            <dd><code data-copy="${fault} as a ${where}">${line}</code></dd>
          </div> `,
      )}
    </dl>
    ${memberTable('Parameter', parameters)}
  </section> `;
}

function familySections(ctx: RequestContext): Html {
  const sections = Object.entries(families).map(([family, title]) => {
    const own = faultCatalog.faults.filter((entry) => entry.family === family);
    return html`<h2 id="family-${family}">${title}</h2>
      ${own.map((entry) => faultSection(ctx, entry))}`;
  });
  return html`${sections}`;
}

function presetTable(): Html {
  const rows = faultCatalog.presets.map(
    ({ name, description, rules }) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${prose(description)}</td>
        <td>${rules.length}</td>
      </tr> `,
  );
  return table(['Preset', 'What it is', 'Rules'], rows);
}

function tryIt({ baseUrl }: RequestContext, { list }: NonNullable<Api['showcase']>): Html {
  return html`<figure class="call">
    <figcaption>Meet a fault in one request</figcaption>
    <pre><code data-copy="Meet a fault in one request">curl -i ${shellWord(
      `${baseUrl}${list.path}?fault=rate_limit;retry_after=30`,
    )}</code></pre>
  </figure>`;
}

function faultsAnswer(ctx: RequestContext, { base, showcase }: FaultsPageParts): Answer {
  const clear = `curl -X DELETE ${shellWord(`${ctx.origin}${sandboxPath(ctx.sandbox.name)}/faults`)}`;
  const body = html`<h1>Faults</h1>
    <p class="lead">
      Everything that can go wrong on purpose, in one language: for one request, in its query or a header, or for all
      requests that a rule of the sandbox matches.
    </p>
    ${showcase === undefined ? undefined : tryIt(ctx, showcase)}
    <h2 id="where">Where to say it</h2>
    <p>
      A fault is a name with parameters, and several stand in a list:
      <code>rate_limit;retry_after=30, delay;ms=300</code> (RFC 9651). The query parameter <code>fault</code> and the
      header <code>Understudy-Fault</code> hold for one request under <code>${base}/</code>, and take
      <code>times</code> beside the parameters of each fault. A rule holds for the sandbox
      <code>${ctx.sandbox.name}</code>, and so for an app of which only the base URL can be changed.
    </p>
    <figure class="call">
      <figcaption>Remove all rules</figcaption>
      <pre><code data-copy="Remove all rules">${clear}</code></pre>
    </figure>
    ${familySections(ctx)} ${presetTable()}
    <h2 id="rules">Members of a rule</h2>
    <p class="note">A rule has either <code>fault</code> or <code>answer</code>; the rest may be left out.</p>
    ${memberTable('Member', faultCatalog.rule)}
    <h3 id="when">Members of <code>when</code></h3>
    ${memberTable('Member', faultCatalog.when)}
    <h3 id="answer">Members of <code>answer</code></h3>
    ${memberTable('Member', faultCatalog.answer)}`;
  return dataOrPage(ctx, {
    data: faultCatalog,
    title: 'Faults',
    about: 'Every fault that the Understudy mock API can cause, with its parameters.',
    body,
  });
}

/** The route of the faults. */
export function faultRoutes(parts: FaultsPageParts): Route[] {
  return [{ method: 'GET', path: '/faults', answer: (ctx) => faultsAnswer(ctx, parts) }];
}
