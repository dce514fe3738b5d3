/** Shows the rules of conduct at /conduct, and each by itself below it: to people as pages, to programs in JSON. */
import type { Answer } from '../http/answer.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';
import { ProblemError } from '../kit/problem-error.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import { type NamedRule, rules, ruleTable, sentence } from './conduct-rules.js';
import { dataOrPage } from './data-or-page.js';
import { type Html, html, prose } from '../kit/html.js';
import { basePath } from './page.js';
import { shellWord } from './snippets.js';

const about = 'The rules by which the Understudy mock API judges its clients, and what to do about each.';

/** A rule for programs. */
function ruleData([rule, info]: NamedRule) {
  const { severity, advice, reference } = info;
  return { rule, severity, description: sentence(info), advice, reference };
}

/** The command that lists the verdicts of a sandbox. */
function askIt({ rootUrl, sandbox }: RequestContext, query = ''): Html {
  const address = shellWord(`${rootUrl}${sandboxPath(sandbox.name)}/conduct${query}`);
  return html`<figure class="call">
    <figcaption>List what the clients did</figcaption>
    <pre><code data-copy="List what the clients did">curl ${address}</code></pre>
  </figure>`;
}

function listAnswer(ctx: RequestContext): Answer {
  const body = html`<h1>Conduct</h1>
    <p class="lead">
      What clients do wrong, judged by the request journal of their sandbox. A rule that cannot be sure says nothing.
    </p>
    ${askIt(ctx)} ${ruleTable(basePath(ctx))}`;
  return dataOrPage(ctx, { data: rules.map(ruleData), title: 'Conduct', about, body });
}

function ruleAnswer(ctx: RequestContext, name: string): Answer {
  const found = rules.find(([rule]) => rule === name);
  if (found === undefined) {
    const detail = `there is no rule of conduct ${JSON.stringify(name.slice(0, 100))}; ${ctx.baseUrl}/conduct lists all rules`;
    throw new ProblemError('not_found', { detail });
  }
  const [rule, info] = found;
  const body = html`<p class="note"><a href="${basePath(ctx)}/conduct">All rules of conduct</a></p>
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
    ${askIt(ctx, `?rule=${rule}`)}`;
  return dataOrPage(ctx, { data: ruleData(found), title: rule, about: sentence(info), body });
}

/** The routes of the rules. */
export function conductRoutes(): Route[] {
  return [
    { method: 'GET', path: '/conduct', answer: listAnswer },
    { method: 'GET', path: '/conduct/{rule}', answer: (ctx, { rule = '' }) => ruleAnswer(ctx, rule) },
  ];
}
