/** The faults for people: what a client meets of each, its parameters, and the lines that set it. */
import { sandboxes } from '@understudy/contract/sandboxes';
import type { WholeApi } from '../call/api.js';
import { controlPath } from '../kit/sandbox-address.js';
import { faultCatalog, type FaultEntry, type Member, type Values } from './fault-catalog.js';
import { type Html, html, prose } from '../kit/html.js';
import { KeptValues } from '../kit/made-once.js';
import { textBytes } from '../kit/detach-string.js';
import { shellWord } from './snippets.js';
import { table } from './table.js';

const NOUNS: Readonly<Record<string, string>> = {
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  null: '`null`',
};

/** The values that a member takes; code stands between backticks. */
function allowedText({ type = '', anyOf, enum: words, minimum, maximum, format }: Values): string {
  if (anyOf !== undefined) return anyOf.map(allowedText).join(', or ');
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (format === 'date-time') return 'an instant (RFC 3339)';
  return NOUNS[type] ?? (type === '' ? 'any JSON' : 'text');
}

/** What holds where a member is left out; code stands between backticks. */
function defaultText({ default: value }: Values): string {
  if (value === undefined || value === null) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** What the page is about. */
export interface FaultsView extends Pick<WholeApi, 'base' | 'showcase'> {
  /** Name of the sandbox whose rules the lines set. */
  readonly sandbox: string;
  readonly rootUrl: string;
  /** Base URL of the sandbox. */
  readonly baseUrl: string;
  /** The rules that it has, where they are known. */
  readonly rules?: Html;
}

const families: Readonly<Record<string, string>> = {
  answer: 'Answers',
  body: 'Bodies',
  connection: 'Connections',
  time: 'Time',
  counting: 'Counting',
  preset: 'Presets',
};

function memberTable(title: string, members: readonly Member[]): Html | undefined {
  if (members.length === 0) return undefined;
  const row = (member: Member) =>
    html`<tr>
      <th scope="row"><code>${member.name}</code></th>
      <td>${prose(allowedText(member))}</td>
      <td>${prose(member.required ? 'required' : defaultText(member))}</td>
      <td>${prose(member.description)}</td>
    </tr> `;
  return table([title, 'Values', 'Default', 'Meaning'], members.map(row));
}

/** Address of the rules of the sandbox, as a word of a shell. */
function rulesAddress({ rootUrl, sandbox }: FaultsView): string {
  return shellWord(`${rootUrl}${controlPath(sandboxes.operations.putFaults, sandbox)}`);
}

/** The command that makes a rule of a fault the only one of a sandbox. */
function ruleCommand(view: FaultsView, fault: string): string {
  const body = JSON.stringify({ rules: [{ fault }] });
  return `curl -X PUT ${rulesAddress(view)} -H 'Content-Type: application/json' -d ${shellWord(body)}`;
}

function faultSection(view: FaultsView, { fault, description, parameters, example }: FaultEntry): Html {
  const lines = {
    query: `fault=${example}`,
    header: `Understudy-Fault: ${example}`,
    rule: ruleCommand(view, example),
  };
  return html`<section class="fault" aria-labelledby="${fault}">
    <h3 id="${fault}"><code>${fault}</code></h3>
    <p>${prose(description)}</p>
    <dl class="lines">
      ${Object.entries(lines).map(
        ([where, line]) =>
          html`<div>
            <dt>${where}</dt>
            <dd><code data-copy="${fault} as a ${where}">${line}</code></dd>
          </div> `,
      )}
    </dl>
    ${memberTable('Parameter', parameters)}
  </section> `;
}

function familySections(view: FaultsView): Html {
  const sections = Object.entries(families).map(([family, title]) => {
    const own = faultCatalog().faults.filter((entry) => entry.family === family);
    return html`<h2 id="family-${family}">${title}</h2>
      ${own.map((entry) => faultSection(view, entry))}`;
  });
  return html`${sections}`;
}

function presetTable(): Html {
  const rows = faultCatalog().presets.map(
    ({ name, description, rules }) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${prose(description)}</td>
        <td>${rules.length}</td>
      </tr> `,
  );
  return table(['Preset', 'What it is', 'Rules'], rows);
}

function tryIt({ baseUrl, showcase }: FaultsView): Html | undefined {
  if (showcase === undefined) return undefined;
  return html`<figure class="call">
    <figcaption>Meet a fault in one request</figcaption>
    <pre><code data-copy="Meet a fault in one request">curl -i ${shellWord(
      `${baseUrl}${showcase.list.path}?fault=rate_limit;retry_after=30`,
    )}</code></pre>
  </figure>`;
}

/** Bytes of catalogs that are kept, one for each address of rules: they take some ms to make. */
const MAX_BYTES = 2 * 1024 * 1024;

const catalogs = new KeptValues<Html>(MAX_BYTES, ({ text }) => textBytes(text));

/** All faults, presets and members of rules, with lines for a sandbox. */
function catalog(view: FaultsView): Html {
  return catalogs.get(
    rulesAddress(view),
    () =>
      html`${familySections(view)} ${presetTable()}
        <h2 id="rules">Members of a rule</h2>
        <p class="note">A rule has either <code>fault</code> or <code>answer</code>; the rest may be left out.</p>
        ${memberTable('Member', faultCatalog().rule)}
        <h3 id="when">Members of <code>when</code></h3>
        ${memberTable('Member', faultCatalog().when)}
        <h3 id="answer">Members of <code>answer</code></h3>
        ${memberTable('Member', faultCatalog().answer)}`,
  );
}

/** The page below its bar. */
export function faultsBody(view: FaultsView): Html {
  const { base, sandbox, rules } = view;
  return html`<h1>Faults</h1>
    <p class="lead">
      Everything that can go wrong on purpose, in one language: for one request, in its query or a header, or for all
      requests that a rule of the sandbox matches.
    </p>
    ${tryIt(view)}
    <h2 id="where">Where to say it</h2>
    <p>
      A fault is a name with parameters, and several stand in a list:
      <code>rate_limit;retry_after=30, delay;ms=300</code> (RFC 9651). The query parameter <code>fault</code> and the
      header <code>Understudy-Fault</code> hold for one request under <code>${base}/</code>, and take
      <code>times</code> beside the parameters of each fault. A rule holds for the sandbox <code>${sandbox}</code>, and
      so for an app of which only the base URL can be changed.
    </p>
    <figure class="call">
      <figcaption>Remove all rules</figcaption>
      <pre><code data-copy="Remove all rules">curl -X DELETE ${rulesAddress(view)}</code></pre>
    </figure>
    ${rules} ${catalog(view)}`;
}
