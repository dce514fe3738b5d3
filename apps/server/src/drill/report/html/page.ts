/** The report of a drill as one HTML page: it needs no network and no script, and shows all at a glance. */
import { html, type Html, inline } from '../../../kit/html.js';
import { hashSource } from '../../../pages/page.js';
import { type DrillResult, faultsMet, hasPassed, type PlanResult } from '../../result.js';
import { commandText, plural, seconds } from '../words.js';
import { legend, planSection } from './plan-section.js';
import { drillStyle } from './style.js';
import { endingText } from '../../threshold.js';
import { countVerdicts } from '../../counts.js';

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
function summaryTable({ plans }: DrillResult): Html {
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

/** What the page may do: show its own style, and nothing else (CSP 3 §2.3.1). */
const policy = `default-src 'none'; style-src ${hashSource(drillStyle)}; base-uri 'none'; form-action 'none'`;

function skippedLine({ skipped, stoppedBy }: DrillResult): Html | undefined {
  if (skipped.length === 0) return undefined;
  const why = stoppedBy === undefined ? 'since the calm run failed' : `since ${stoppedBy} stopped the drill`;
  return html`<p class="note">Not run, ${why}: ${skipped.map(({ name }) => name).join(', ')}.</p>`;
}

/** The report of a drill as one HTML page. */
export function drillPage(result: DrillResult): string {
  const isPassed = hasPassed(result);
  const verdict = isPassed ? html`<span class="passed">passed</span>` : html`<span class="failed-text">failed</span>`;
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="referrer" content="no-referrer" />
        <title>Drill ${isPassed ? 'passed' : 'failed'}: ${commandText(result.command)}</title>
        ${inline('style', drillStyle)}
      </head>
      <body>
        <main id="main">
          <h1>The drill ${verdict}</h1>
          <p class="note">
            <code>${commandText(result.command)}</code>, ${plural(result.plans.length, 'plan')} in
            ${seconds(result.ms)}, seed <code>${result.seed}</code>
          </p>
          ${summaryTable(result)} ${skippedLine(result)} ${legend()} ${result.plans.map((plan) => planSection(plan))}
        </main>
      </body>
    </html> `;
  return text;
}
