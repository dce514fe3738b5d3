/** The verdicts of a plan: a card for each rule, with what to do, and the requests of the first case. */
import { type ConductReference, conductTexts } from '@understudy/contract/sandboxes';
import { html, type Html, prose } from '../../../kit/html.js';
import type { JudgedVerdict, PlanResult } from '../../result.js';
import type { RuleVerdicts } from '../by-rule.js';
import { plural, requestsText } from '../words.js';
import { answerText, sinceBegin } from './request-text.js';

/** Cases of a rule that are listed. */
const MAX_CASES = 5;

/** Requests of a case that are listed. */
const MAX_REQUESTS = 8;

/** A rule that was broken, and the letter that marks it on the timeline. */
export interface LetteredRule extends RuleVerdicts {
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
export function verdictCard(found: LetteredRule, result: PlanResult): Html {
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
