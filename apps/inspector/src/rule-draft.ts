/** A rule that is being written: what the builder shows, and what it says in each of the forms that the server takes. */
import type { JournalEntry } from '@understudy/client';
import { signal } from '@preact/signals';
import { shellWord } from './format.js';
import { rootPath, rootUrl, sandbox } from './place.js';
import { resource } from './resource.js';

/** A parameter of a fault, as the server describes it. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly anyOf?: readonly Pick<Parameter, 'type' | 'enum'>[];
}

/** A fault, as the server describes it. */
export interface FaultInfo {
  readonly fault: string;
  readonly family: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly example: string;
}

/** Everything that can go wrong. */
interface Catalog {
  readonly faults: readonly FaultInfo[];
  readonly presets: readonly { readonly name: string; readonly description: string }[];
}

/** All faults and presets, as the server lists them at /faults. */
export const catalog = resource(async () => {
  const response = await fetch(`${rootPath}/faults`);
  return ((await response.json()) as { readonly data: Catalog }).data;
});

/** What the builder calls a rule that answers by itself. */
export const ANSWER = 'answer';

/** A rule that is being written; what is empty is left out. */
export interface Draft {
  readonly fault: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: string;
  readonly body: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly times: string;
  readonly after: string;
  readonly probability: string;
  readonly per: string;
}

const NEW: Draft = {
  fault: 'server_error',
  parameters: {},
  status: '200',
  body: '{}',
  method: '',
  path: '',
  operation: '',
  times: '1',
  after: '',
  probability: '',
  per: '',
};

/** The rule that is being written; undefined where there is none. */
export const draft = signal<Draft | undefined>(undefined);

/** Begins a rule: about requests like one of the journal, or about any. */
export function editRule(entry?: Pick<JournalEntry, 'method' | 'path'>): void {
  if (catalog.value.peek() === undefined) void catalog.reload();
  // In a rule a star is a pattern.
  draft.value = entry === undefined ? NEW : { ...NEW, method: entry.method, path: entry.path };
}

/** The parameters that an example of a fault names. */
export function parametersIn(example: string): Record<string, string> {
  const pairs = example.matchAll(/;\s*([a-z_]+)=(?:"([^"]*)"|([^;,\s]+))/g);
  return Object.fromEntries(Array.from(pairs, ([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

/** A value as a Structured Field has it (RFC 9651 §3.3). */
function fieldText(value: string): string {
  if (/^-?\d{1,12}(?:\.\d{1,3})?$/.test(value) || /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/.test(value)) return value;
  return `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** The fault as a text. */
export function faultText({ fault, parameters }: Pick<Draft, 'fault' | 'parameters'>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return [fault, ...given.map(([name, value]) => `${name}=${fieldText(value)}`)].join(';');
}

const filled = (members: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(members).filter(([, value]) => value !== '');

/** A text as JSON, or as itself where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The rule as the control API takes it. */
export function ruleOf(of: Draft): Record<string, unknown> {
  const { method, path, operation, times, after, probability, per, status, body } = of;
  const when = filled({ method, path, operation });
  const counts = filled({ times, after, probability }).map(([name, value]) => [name, Number(value)]);
  return {
    ...(when.length === 0 ? {} : { when: Object.fromEntries(when) }),
    ...Object.fromEntries(counts),
    ...(per === '' ? {} : { per }),
    ...(of.fault === ANSWER ? { answer: { status: Number(status), body: jsonOf(body) } } : { fault: faultText(of) }),
  };
}

/** The rule as a command. */
export function curlOf(rule: unknown): string {
  const address = shellWord(`${rootUrl}/sandboxes/${encodeURIComponent(sandbox)}/faults`);
  return `curl ${address} -H 'Content-Type: application/json' -d ${shellWord(JSON.stringify(rule))}`;
}

/** What the rule does, in words. */
export function sentenceOf({ method, path, operation, times, after, probability, fault, status }: Draft): string {
  const which = [method, operation || path].filter(Boolean).join(' ');
  const count = Number(times);
  const some = times === '' ? 'Every' : count === 1 ? 'The next' : `The next ${count}`;
  const share = probability === '' ? '' : `, with a probability of ${probability},`;
  const passed = after === '' ? '' : ` after ${after} that pass`;
  const noun = which === '' ? '' : `${which} `;
  const verb = times === '' || count === 1 ? 'gets' : 'get';
  const plural = times === '' || count === 1 ? 'request' : 'requests';
  return `${some} ${noun}${plural}${passed}${share} ${verb} ${fault === ANSWER ? `a fixed ${status}` : fault}.`;
}
