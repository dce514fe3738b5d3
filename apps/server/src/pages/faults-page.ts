/** Shows the faults at /faults, to programs in JSON, and the rules of a sandbox together with them. */
import { sandboxes, type ShownRule } from '@understudy/contract/sandboxes';
import type { WholeApi } from '../call/api.js';
import type { RequestContext } from '../http/request-context.js';
import type { Route } from '../http/router.js';
import { baseUrlOf, DEFAULT_SANDBOX, sandboxPath, withoutSandbox } from '../kit/sandbox-address.js';
import { copyButtons } from './copy-buttons.js';
import { dataOrPage } from './data-or-page.js';
import { faultCatalog } from './fault-catalog.js';
import { faultsBody } from './faults-body.js';
import { type Html, html } from '../kit/html.js';
import type { Render } from './negotiated.js';
import { neighbours } from './neighbours.js';
import { basePath, pageAnswer } from './page.js';
import { stylesheet } from './stylesheet.js';
import { table } from './table.js';

/** What the pages are about. */
export type FaultsPageParts = Pick<WholeApi, 'base' | 'showcase'>;

const title = 'Faults';
const about = 'Every fault that the Understudy mock API can cause, with its parameters.';

/** The route of the faults. */
export function faultRoutes({ base, showcase }: FaultsPageParts): Route[] {
  const answer = (ctx: RequestContext) => {
    const { rootUrl, baseUrl, sandbox } = ctx;
    const body = faultsBody({ base, showcase, rootUrl, baseUrl, sandbox: sandbox.name });
    return dataOrPage(ctx, { data: faultCatalog(), title, about, body });
  };
  return [{ method: 'GET', path: '/faults', answer }];
}

const { listFaults } = sandboxes.operations;

function ruleRow({ id, enabled, when, fault, answer, matched, struck }: ShownRule): Html {
  const what = fault ?? `answer ${answer?.status ?? ''}`;
  return html`<tr>
    <th scope="row"><code>${id}</code></th>
    <td><code>${what}</code></td>
    <td>${Object.keys(when).length === 0 ? 'all requests' : html`<code>${JSON.stringify(when)}</code>`}</td>
    <td>${enabled ? 'on' : 'off'}</td>
    <td>${struck} of ${matched}</td>
  </tr> `;
}

/** The rules of a sandbox, as the control API answers them. */
function rulesOf(address: string, body: string): Html {
  const { data, pagination } = listFaults.output.parse(JSON.parse(body));
  const rows = data.map(ruleRow);
  return html`<h2 id="set">Rules that are set</h2>
    ${
      rows.length === 0
        ? html`<p class="note">None.</p>`
        : table(['Rule', 'What it does', 'Requests', 'State', 'Struck'], rows)
    }
    ${neighbours(address, pagination)}`;
}

/** The faults for one sandbox, below whose address the control API lists its rules. */
export function sandboxFaultsPage({ base: api, showcase }: FaultsPageParts): Render {
  return (ctx, text, { name: sandbox = DEFAULT_SANDBOX }) => {
    const base = withoutSandbox(basePath(ctx)) + sandboxPath(sandbox);
    const baseUrl = baseUrlOf(ctx.rootUrl, sandbox);
    const rules = rulesOf(`${base}/faults`, text);
    const body = faultsBody({ base: api, showcase, rootUrl: ctx.rootUrl, baseUrl, sandbox, rules });
    return pageAnswer({
      title: `${title} · ${sandbox} · Understudy`,
      description: about,
      base,
      style: stylesheet,
      script: copyButtons,
      body,
    });
  };
}
