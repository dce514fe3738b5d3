/** What a page says of one plan: what failed, the timeline, and the verdicts. */
import { html, type Html, prose, trusted } from '../../../kit/html.js';
import type { JudgedVerdict, PlanResult } from '../../result.js';
import { byRule, type RuleVerdicts } from '../by-rule.js';
import { OUTPUT_LINES } from '../json-lines.js';
import { plural, requestsText } from '../words.js';
import { type Outcome, type Rows, rowsOf } from './rows.js';
import { shapeOf, timeline } from './timeline.js';
import { type ConductReference, conductTexts } from '@understudy/contract/sandboxes';
import { answerText, sinceBegin } from './request-text.js';

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
export function legend(): Html {
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
export function planSection(result: PlanResult): Html {
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
