/** The table of all plans of a drill. */
import { html, type Html } from '../../../kit/html.js';
import { endingText } from '../../bar.js';
import { type DrillResult, faultsMet, type PlanResult } from '../../result.js';
import { countVerdicts } from '../../counts.js';
import { seconds } from '../words.js';

const titles = ['Exit', 'Requests', 'Faults', 'Errors', 'Warnings', 'Advice', 'Time'];

function planRow({ plan, end, requests, verdicts, failures }: PlanResult): Html {
  const { error, warning, advice } = countVerdicts(verdicts);
  const cells = [endingText(end), requests.length, faultsMet({ requests }), error, warning, advice, seconds(end.ms)];
  const mark = failures.length === 0 ? html`<span class="passed">✓</span>` : html`<span class="failed-text">✗</span>`;
  return html`<tr>
    <th scope="row">${mark} <a href="#${plan.name}">${plan.name}</a></th>
    ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
  </tr>`;
}

/** The table of all plans of a drill. */
export function summaryTable({ plans }: DrillResult): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          ${titles.map((title) => html`<th scope="col" class="number">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${plans.map(planRow)}
      </tbody>
    </table>
  </div>`;
}
