/** Shows the faults at /faults, to programs in JSON. */
import {
  answerFaults,
  bodyFaults,
  connectionFaults,
  countingFaults,
  dataFaults,
  fault as faultSchema,
  faultExamples,
  faultMatch,
  type FaultName,
  faultRule,
  fixedAnswer,
  lateFaults,
  pagingFaults,
  presets,
  sandboxes,
  timeFaults,
} from '@understudy/contract/sandboxes';
import type { WholeApi } from '../call/api.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { controlPath } from '../kit/sandbox-address.js';
import { table } from './layout.js';
import { dataOrPage } from './negotiated.js';
import { type Html, html, prose } from '../kit/html.js';
import { ValueCache, textBytes } from '../kit/made-once.js';
import { shellWord } from './start-page.js';
import { z } from 'zod';

/** The part of a JSON Schema (2020-12) that says which values a member takes. */
interface Values {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Values[];
}

/** A parameter of a fault, or a member of a rule. */
interface Member extends Values {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** A fault with what there is to know about it. */
interface FaultEntry {
  readonly fault: FaultName;
  readonly family: string;
  readonly description: string;
  readonly parameters: readonly Member[];
  /** It as a text, with the parameters that it must have. */
  readonly example: string;
}

const faultsByFamily: Readonly<Record<string, readonly { shape: { fault: z.ZodLiteral<FaultName> } }[]>> = {
  answer: answerFaults,
  body: bodyFaults,
  connection: connectionFaults,
  time: timeFaults,
  counting: countingFaults,
  data: dataFaults,
  paging: pagingFaults,
  late: lateFaults,
};

/** The family of a fault; what is in none of them stands for others. */
function familyOf(name: FaultName): string {
  const found = Object.entries(faultsByFamily).find(([, faults]) =>
    faults.some(({ shape }) => shape.fault.value === name),
  );
  return found?.[0] ?? 'preset';
}

function descriptionOf(schema: z.core.$ZodType): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  if (description !== undefined) return description;
  const { def } = schema._zod;
  return 'innerType' in def ? descriptionOf(def.innerType as z.core.$ZodType) : '';
}

/** Leaves out of a JSON Schema what is said elsewhere; a format says more than its pattern. */
const withoutRest = (key: string, value: unknown): unknown => {
  if (['$schema', '$defs', 'examples', 'description', 'pattern'].includes(key)) return undefined;
  // What has a name is described by itself.
  return typeof value === 'object' && value !== null && '$ref' in value
    ? { ...value, $ref: undefined, type: 'object' }
    : value;
};

function memberOf(name: string, schema: z.core.$ZodType): Member {
  const values = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), withoutRest)) as Values;
  return { name, required: !z.safeParse(schema, undefined).success, description: descriptionOf(schema), ...values };
}

function membersOf({ shape }: z.ZodObject): Member[] {
  return Object.entries(shape).map(([name, schema]) => memberOf(name, schema));
}

const makeCatalog = () => ({
  faults: faultSchema.options.map((option): FaultEntry => {
    const name = option.shape.fault.value;
    return {
      fault: name,
      family: familyOf(name),
      description: descriptionOf(option),
      parameters: membersOf(option).filter((parameter) => parameter.name !== 'fault'),
      example: faultExamples[name],
    };
  }),
  presets: Object.entries(presets).map(([name, preset]) => ({ name, ...preset })),
  /** Members of a rule, of its `when`, and of its `answer`. */
  rule: membersOf(faultRule),
  when: membersOf(faultMatch),
  answer: membersOf(fixedAnswer),
});

let made: ReturnType<typeof makeCatalog> | undefined;

/** Everything about faults; made when it is first asked for, since schemas take long to describe. */
export const faultCatalog = (): ReturnType<typeof makeCatalog> => (made ??= makeCatalog());

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

interface FaultsView extends Pick<WholeApi, 'base' | 'showcase'> {
  /** Name of the sandbox whose rules the lines set. */
  readonly sandbox: string;
  readonly rootUrl: string;
  /** Base URL of the sandbox. */
  readonly baseUrl: string;
}

const titles: Readonly<Record<string, string>> = {
  answer: 'Answers',
  body: 'Bodies',
  connection: 'Connections',
  time: 'Time',
  counting: 'Counting',
  data: 'Data',
  paging: 'Pages',
  late: 'Late truth',
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
  const sections = Object.entries(titles).map(([family, title]) => {
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

const catalogs = new ValueCache<Html>(MAX_BYTES, ({ text }) => textBytes(text));

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

function faultsBody(view: FaultsView): Html {
  const { base, sandbox } = view;
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
    ${catalog(view)}`;
}

type FaultsPageParts = Pick<WholeApi, 'base' | 'showcase'>;

const title = 'Faults';
const about = 'Every fault that the Understudy mock API can cause, with its parameters.';

/** The route of the faults. */
export function faultRoutes({ base, showcase }: FaultsPageParts): Route[] {
  const answer = (ctx: Exchange) => {
    const { rootUrl, baseUrl, sandbox } = ctx;
    const body = faultsBody({ base, showcase, rootUrl, baseUrl, sandbox: sandbox.name });
    return dataOrPage(ctx, { data: faultCatalog(), title, about, body });
  };
  return [{ method: 'GET', path: '/faults', answer }];
}
