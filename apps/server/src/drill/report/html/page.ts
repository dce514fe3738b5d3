/** The report of a drill as one HTML page: it needs no network and no script, and shows all at a glance. */
import { html, type Html, inline, prose, trusted } from '../../../kit/html.js';
import { hashSource, theme } from '../../../pages/layout.js';
import { type DrillResult, hasPassed, type JudgedVerdict, type PlanResult } from '../../result.js';
import {
  answerText,
  byRule,
  commandText,
  OUTPUT_LINES,
  planCells,
  planTitles,
  plural,
  requestsText,
  type RuleVerdicts,
  seconds,
  sinceBegin,
} from '../words.js';
import { type Outcome, type Rows, rowsOf, shapeOf, timeline } from './timeline.js';
import { type ConductReference, conductTexts } from '@understudy/contract/sandboxes';

/** Cases of a rule that are listed. */
const MAX_CASES = 5;

/** Requests of a case that are listed. */
const MAX_REQUESTS = 8;

/** A rule that was broken, and the letter that marks it on the timeline. */
interface LetteredRule extends RuleVerdicts {
  readonly letter: string;
}

function requestsTable({ requests: sequences }: JudgedVerdict, { requests, beganAt }: PlanResult): Html | undefined {
  const own = requests.filter(({ sequence }) => sequences.includes(sequence)).slice(0, MAX_REQUESTS);
  if (own.length === 0) return undefined;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">At</th>
          <th scope="col">Sent</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        ${own.map(
          (request) =>
            html`<tr>
              <td>#${request.sequence}</td>
              <td>${sinceBegin(request, beganAt)}</td>
              <td><code>${request.method} ${request.path}</code></td>
              <td>${answerText(request)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function referenceLine(reference: ConductReference | null): Html | undefined {
  if (reference === null) return undefined;
  return html`<p class="reference"><a href="${reference.url}">${reference.text}</a></p>`;
}

/** The card of a rule. */
function verdictCard(found: LetteredRule, result: PlanResult): Html {
  const { rule, severity, letter, verdicts } = found;
  const { advice, client, reference } = conductTexts[rule];
  const more = verdicts.length - MAX_CASES;
  const isKnown = verdicts.every((verdict) => verdict.isKnown);
  return html`<article class="card ${severity}" id="${result.plan.name}-${letter}">
    <h4>
      <span class="badge">${letter}</span> <code>${rule}</code>
      <span class="severity">${severity}${isKnown ? ', known' : ''}</span>
      <span class="count">${plural(verdicts.length, 'case')}</span>
    </h4>
    <p>The client ${prose(client)}</p>
    <ul>
      ${verdicts
        .slice(0, MAX_CASES)
        .map(({ detail, requests }) => html`<li>${detail} <span class="numbers">${requestsText(requests)}</span></li>`)}
    </ul>
    ${more > 0 ? html`<p class="note">and ${more} more</p>` : undefined} ${requestsTable(verdicts[0], result)}
    <p class="advice"><strong>What to do:</strong> ${prose(advice)}</p>
    ${referenceLine(reference)}
  </article>`;
}

/** What each mark means. */
const meanings: Readonly<Record<Outcome, string>> = {
  success: 'answered',
  refused: '4xx',
  failed: '5xx',
  broken: 'no whole answer',
};

/** Rules with a letter each: A to Z, then A1 and so on. */
function lettered(result: PlanResult): readonly LetteredRule[] {
  return byRule(result.verdicts).map((rule, index) => {
    const round = Math.floor(index / 26);
    return { ...rule, letter: `${String.fromCodePoint(65 + (index % 26))}${round === 0 ? '' : round}` };
  });
}

/** The letters of each request that broke a rule: it is the last one of a verdict. */
function lettersOf(rules: readonly LetteredRule[]): ReadonlyMap<number, readonly string[]> {
  const letters = new Map<number, string[]>();
  for (const { letter, verdicts } of rules) {
    for (const sequence of new Set(verdicts.flatMap(({ requests }) => requests.slice(-1)))) {
      letters.set(sequence, [...(letters.get(sequence) ?? []), letter]);
    }
  }
  return letters;
}

const ring = trusted(
  '<svg viewBox="-11 -11 22 22" width="18" height="18" aria-hidden="true"><circle class="fault" r="9" /></svg>',
);

/** What the marks of the timelines mean. */
function legend(): Html {
  const outcomes = Object.entries(meanings) as [Outcome, string][];
  return html`<p class="legend">
    ${outcomes.map(([outcome, meaning]) => html`<span>${shapeOf(outcome)} ${meaning}</span>`)}<span
      >${ring} met a fault</span
    ><span><span class="badge">A</span> broke rule A</span>
  </p>`;
}

function drawing(result: PlanResult, rows: Rows): Html {
  if (rows.rows.length === 0) return html`<p class="note">No request came.</p>`;
  const hidden =
    rows.hidden === 0 ? undefined : html`<p class="note">Not shown: ${plural(rows.hidden, 'more request')}.</p>`;
  return html`<div class="scroll">${timeline(result, rows)}</div>
    ${hidden}`;
}

function outputOf({ end, failures }: PlanResult): Html | undefined {
  if (!failures.some(({ kind }) => kind === 'command')) return undefined;
  // Without the line ends that a template would add inside.
  return html`<h3>The last lines of its output</h3>
    <pre>${end.output.lines(OUTPUT_LINES)}</pre>`;
}

/** What a page says of one plan. */
function planSection(result: PlanResult): Html {
  const { plan, failures } = result;
  const rules = lettered(result);
  return html`<section id="${plan.name}">
    <h2>${plan.name}</h2>
    <p class="note">${plan.description}</p>
    ${failures.map(({ message }) => html`<p class="failed-text">✗ ${message}</p>`)}
    ${drawing(result, rowsOf(result.requests, lettersOf(rules)))} ${rules.map((rule) => verdictCard(rule, result))}
    ${outputOf(result)}
  </section>`;
}

const textStyle = `
main { max-width: 76rem; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 3.5rem 0 .25rem; font-size: 1.375rem; line-height: 1.25; }
h4 { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; margin: 0 0 .5rem; font-size: 1rem; }
p { margin: 0 0 .75rem; max-width: 72ch; }
a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
pre { padding: .875rem 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px;
  white-space: pre-wrap; }
.note { color: var(--soft); }
.passed { color: var(--post); } .failed-text { color: var(--delete); }
.scroll { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .875rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; }
tbody th { font-weight: 550; }
tr:last-child > * { border-bottom: 0; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
th.number { text-align: right; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0; color: var(--soft); font-size: .875rem; }
.legend span { display: inline-flex; gap: .375rem; align-items: center; }
`;

const drawingStyle = `
.timeline { display: block; width: 100%; min-width: 52rem; font: 12px var(--sans); }
.timeline .row, .timeline .tick { stroke: var(--line); }
.timeline .label { fill: var(--ink); font-family: var(--mono); font-size: 11px; }
.timeline .time { fill: var(--soft); text-anchor: middle; font-size: 11px; }
.took { stroke-width: 3; opacity: .4; }
.success { color: var(--post); } .refused { color: var(--change); } .failed, .broken { color: var(--delete); }
.mark, .took { fill: currentColor; stroke: currentColor; }
.mark.broken { stroke-width: 2.5; fill: none; }
.fault { fill: none; stroke: var(--get); stroke-width: 1.75; stroke-dasharray: 3 2; }
.flag { fill: var(--ink); stroke: none; }
.letter { fill: var(--paper); stroke: none; text-anchor: middle; font: 700 10px var(--sans); }
`;

const cards = `
.card { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left-width: 4px;
  border-radius: 10px; background: var(--raised); }
.card.error { border-left-color: var(--delete); } .card.warning { border-left-color: var(--change); }
.card.advice { border-left-color: var(--get); }
.card:target { outline: 2px solid var(--focus); }
.card ul { margin: 0 0 .5rem; padding-left: 1.25rem; }
.card .scroll { margin: .5rem 0; }
.badge { display: inline-grid; place-items: center; min-width: 1.375rem; height: 1.375rem; padding: 0 .25rem;
  border-radius: 5px; background: var(--ink); color: var(--paper); font-size: .75rem; font-weight: 700; }
.severity, .count, .numbers, .reference { color: var(--soft); font-size: .875rem; font-weight: 400; }
p.advice { margin: .5rem 0; }
`;

/** The whole style. */
const drillStyle = theme + textStyle + drawingStyle + cards;

function planRow(result: PlanResult): Html {
  const { name } = result.plan;
  const isPassed = result.failures.length === 0;
  const mark = isPassed ? html`<span class="passed">✓</span>` : html`<span class="failed-text">✗</span>`;
  return html`<tr>
    <th scope="row">${mark} <a href="#${name}">${name}</a></th>
    ${planCells(result).map((cell) => html`<td class="number">${cell}</td>`)}
  </tr>`;
}

const capitalized = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

/** The table of all plans of a drill. */
function summaryTable({ plans }: DrillResult): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          ${planTitles.map((title) => html`<th scope="col" class="number">${capitalized(title)}</th>`)}
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
