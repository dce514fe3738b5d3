/** Shows the verdicts on the clients of a sandbox as a page. */
import { sandboxes, type Verdict } from '@understudy/contract/sandboxes';
import { DEFAULT_SANDBOX, sandboxPath, withoutSandbox } from '../kit/sandbox-address.js';
import { ruleTable } from './conduct-rules.js';
import { copyButtons } from './copy-buttons.js';
import { type Html, html } from '../kit/html.js';
import type { Render } from './negotiated.js';
import { neighbours } from './neighbours.js';
import { basePath, pageAnswer } from './page.js';
import { stylesheet } from './stylesheet.js';
import { table } from './table.js';

function verdictRow(base: string, { rule, severity, detail, requests }: Verdict): Html {
  return html`<tr>
    <th scope="row">
      <a href="${base}/conduct/${rule}"><code>${rule}</code></a>
    </th>
    <td>${severity}</td>
    <td>${detail}</td>
    <td>${requests.join(', ')}</td>
  </tr> `;
}

const { listVerdicts } = sandboxes.operations;

/** The verdicts of a sandbox, as the control API answers them. */
export const sandboxConductPage: Render = (ctx, text, { name: sandbox = DEFAULT_SANDBOX }) => {
  const base = withoutSandbox(basePath(ctx)) + sandboxPath(sandbox);
  const { data, pagination, meta } = listVerdicts.output.parse(JSON.parse(text));
  const rows = data.map((verdict) => verdictRow(base, verdict));
  const body = html`<h1>Conduct</h1>
    <p class="lead">What the clients of the sandbox <code>${sandbox}</code> did wrong.</p>
    ${meta.incomplete ? html`<p class="note">Requests are missing in its journal: there may be more.</p>` : undefined}
    ${
      rows.length === 0
        ? html`<p class="note">Nothing.</p>`
        : table(['Rule', 'Severity', 'What happened', 'Requests'], rows)
    }
    ${neighbours(`${base}/conduct`, pagination)}
    <h2 id="rules">Rules</h2>
    ${ruleTable(base)}`;
  return pageAnswer({
    title: `Conduct · ${sandbox} · Understudy`,
    description: 'What the clients of a sandbox of the Understudy mock API did wrong.',
    base,
    style: stylesheet,
    script: copyButtons,
    body,
  });
};
