/** The table of the query controls on the start page, one call to try for each. */
import { type Controls, corsModes, paginationStyles, simulatedErrors } from '@understudy/contract/kit';
import type { Showcase } from '../kit/showcase.js';
import { type Html, html, prose } from '../kit/html.js';

interface Row {
  readonly takes: Html | string;
  readonly does: string;
  /** Query that shows it. */
  readonly example: string;
}

function words(list: readonly string[], base?: string): Html {
  const word = (text: string) => html`<code>${text}</code>`;
  const entry = (text: string) =>
    base === undefined ? word(text) : html`<a href="${base}/problems/${text}">${word(text)}</a>`;
  return html`<span class="values">${list.map(entry)}</span>`;
}

// A control that the contract gains has no row here until this compiles again.
function rows(base: string, found: string): Readonly<Record<keyof Controls, Row>> {
  return {
    page: { takes: '1 and up', does: 'The page of a list.', example: 'page=2' },
    per_page: { takes: '1 to 50', does: 'Records on a page; 10 by default.', example: 'per_page=3' },
    q: {
      takes: 'text',
      does: 'Searches names, titles, descriptions and tags, without regard to case.',
      example: `q=${found}`,
    },
    pagination_style: {
      takes: words(paginationStyles),
      does: 'Pages by number, by a `cursor` in the body, or by `Link` headers. All three give the same records in the same order.',
      example: 'pagination_style=cursor',
    },
    delay: {
      takes: '0 to 10',
      does: 'Delays the answer by that many seconds. Fractions are allowed.',
      example: 'delay=1.5',
    },
    simulate_error: {
      takes: words(simulatedErrors, base),
      does: 'Makes the call fail in this way, whatever its method. Nothing is written.',
      example: 'simulate_error=rate_limit',
    },
    fault: {
      takes: 'faults',
      does: 'Any fault, with parameters: of the answer, its bytes, its time or the connection. The header `Understudy-Fault` says the same.',
      example: 'fault=drip',
    },
    cors: {
      takes: words(corsModes),
      does: '`restrict`: only allowed origins may read the answer. `preflight`: every preflight is refused.',
      example: 'cors=restrict',
    },
  };
}

/** The table. */
export function controlsTable(base: string, { list, q }: Showcase): Html {
  const row = ([name, { takes, does, example }]: [string, Row]) =>
    html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${takes}</td>
      <td>${prose(does)}</td>
      <td class="try">
        <a href="${base}${list.path}?${example}"><code>?${example}</code></a>
      </td>
    </tr>`;
  return html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">Control</th>
          <th scope="col">Values</th>
          <th scope="col">What it does</th>
          <th scope="col">Try it</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(rows(base, q)).map(row)}
      </tbody>
    </table>
  </div>`;
}
