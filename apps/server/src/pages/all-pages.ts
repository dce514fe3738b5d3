/** All pages, which are loaded when somebody first reads one. */
import type { WholeApi } from '../call/api.js';
import type { Route } from '../http/router.js';
import { docsRoutes } from './docs-page.js';
import { faultRoutes } from './faults-page.js';
import { inspectRoutes } from './inspect-page.js';
import { basePath, catalogAt, faviconRoutes, table } from './layout.js';
import { dataOrPage } from './negotiated.js';
import { problemRoutes } from './problem-page.js';
import { shellWord, startPages } from './start-page.js';
import {
  type ConductRule,
  type ConductRuleInfo,
  conductRules,
  type ConductText,
  conductTexts,
  type ContractCode,
  contractCodes,
  contractTexts,
} from '@understudy/contract/sandboxes';
import { sandboxPath } from '../kit/sandbox-address.js';
import { type Html, html, prose } from '../kit/html.js';
import type { Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { ProblemError } from '../kit/problem-error.js';

/** A rule with its id, and what is said of it. */
type NamedRule = readonly [ConductRule, ConductRuleInfo & ConductText];

/** All rules, in the order of their catalogue. */
const rules: readonly NamedRule[] = Object.entries(conductRules).map(([id, info]) => {
  // The names of an object's own members.
  const rule = id as ConductRule;
  return [rule, { ...info, ...conductTexts[rule] }];
});

/** What a rule finds, as a sentence. */
const sentence = ({ client }: ConductText): string => `The client ${client}`;

/** All rules, each with a link to its page below a base. */
function ruleTable(base: string): Html {
  const rows = rules.map(
    ([rule, info]) =>
      html`<tr>
        <th scope="row">
          <a href="${base}/conduct/${rule}"><code>${rule}</code></a>
        </th>
        <td>${info.severity}</td>
        <td>${prose(sentence(info))}</td>
        <td>${info.reference?.text}</td>
      </tr> `,
  );
  return table(['Rule', 'Severity', 'What it finds', 'Reference'], rows);
}

const about = 'The rules by which the Understudy mock API judges its clients, and what to do about each.';

/** The ways to be off the contract, by code. */
const codes = Object.entries(contractCodes).map(([id, { severity }]) => {
  // The names of an object's own members.
  const code = id as ContractCode;
  const { client, advice } = contractTexts[code];
  return { code, severity, description: `The client ${client}`, advice };
});

/** A rule for programs. */
function ruleData([rule, info]: NamedRule) {
  const { severity, advice, reference } = info;
  const data = { rule, severity, description: sentence(info), advice, reference };
  return rule === 'off_contract' ? { ...data, codes } : data;
}

/** What to do about each way to be off the contract, each at its anchor. */
const codeSections = (): Html =>
  html`<h2>Codes</h2>
    ${codes.map(
      ({ code, severity, description, advice }) =>
        html`<h3 id="${code}"><code>${code}</code></h3>
          <p>${prose(description)} (${severity})</p>
          <p>${prose(advice)}</p> `,
    )}
    <p>
      A verdict blames the <code>client</code>, or the <code>document</code> where that contradicts its own example or
      can never be followed, or it is <code>unclear</code>, since the document does not say how a value is written. What
      is not the fault of the client is a warning at most.
    </p>`;

/** The command that lists the verdicts of a sandbox. */
function askIt({ rootUrl, sandbox }: Exchange, query = ''): Html {
  const address = shellWord(`${rootUrl}${sandboxPath(sandbox.name)}/conduct${query}`);
  return html`<figure class="call">
    <figcaption>List what the clients did</figcaption>
    <pre><code data-copy="List what the clients did">curl ${address}</code></pre>
  </figure>`;
}

function listAnswer(ctx: Exchange): Answer {
  const body = html`<h1>Conduct</h1>
    <p class="lead">
      What clients do wrong, judged by the request journal of their sandbox. A rule that cannot be sure says nothing.
    </p>
    ${askIt(ctx)} ${ruleTable(basePath(ctx))}`;
  return dataOrPage(ctx, { data: rules.map(ruleData), title: 'Conduct', about, body });
}

function ruleAnswer(ctx: Exchange, name: string): Answer {
  const found = rules.find(([rule]) => rule === name);
  if (found === undefined) {
    const detail = `there is no rule of conduct ${JSON.stringify(name.slice(0, 100))}; ${ctx.rootUrl}/conduct lists all rules`;
    throw new ProblemError('not_found', { detail });
  }
  const [rule, info] = found;
  const body = html`<p class="note"><a href="${catalogAt(basePath(ctx), 'conduct')}">All rules of conduct</a></p>
    <h1><code>${rule}</code></h1>
    <p class="lead">${prose(sentence(info))}</p>
    <dl class="summary">
      <div>
        <dt>Severity</dt>
        <dd>${info.severity}</dd>
      </div>
      ${
        info.reference === null
          ? undefined
          : html`<div>
              <dt>Reference</dt>
              <dd><a href="${info.reference.url}">${info.reference.text}</a></dd>
            </div>`
      }
    </dl>
    <h2>What to do about it</h2>
    <p>${prose(info.advice)}</p>
    ${rule === 'off_contract' ? codeSections() : undefined} ${askIt(ctx, `?rule=${rule}`)}`;
  return dataOrPage(ctx, { data: ruleData(found), title: rule, about: sentence(info), body });
}

function conductRoutes(): Route[] {
  return [
    { method: 'GET', path: '/conduct', answer: listAnswer },
    { method: 'GET', path: '/conduct/{rule}', answer: (ctx, { rule = '' }) => ruleAnswer(ctx, rule) },
  ];
}

/** The routes of the pages. */
export function allPages(api: WholeApi): Route[] {
  return [
    { method: 'GET', path: '/', answer: startPages(api) },
    ...docsRoutes(),
    ...inspectRoutes(),
    ...problemRoutes(api),
    ...faultRoutes(api),
    ...conductRoutes(),
    ...faviconRoutes(),
  ];
}
