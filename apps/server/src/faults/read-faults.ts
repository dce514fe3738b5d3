/** The language of faults: reads a fault from text or JSON, and writes it back. */
import {
  answerFaults,
  connectionFaults,
  fault as faultSchema,
  type Fault,
  type FaultName,
  faultRule,
  presetNames,
} from '@understudy/contract/sandboxes';
import { isLoopback } from '../kit/sandbox-address.js';
import type { FaultOf } from './outcome.js';
import { nearest, orOneOf, type ProblemFault } from '@understudy/contract/kit';
import { z } from 'zod';
import { type BareItem, type Item, type List, ParseError, parseList, serializeList, Token } from 'structured-headers';
import { pointer } from '../kit/faults.js';

/** The parameters of a fault: the schema of each by its name, in the order of the contract. */
export type Parameters = ReadonlyMap<string, z.ZodType>;

/** The parameters of each fault by its name. */
export const definitions: ReadonlyMap<string, Parameters> = new Map(
  faultSchema.options.map(({ shape: { fault: name, ...parameters } }) => [
    name.value satisfies FaultName,
    new Map(Object.entries(parameters)),
  ]),
);

/** A token (RFC 9651 §3.3.4). */
const TOKEN = /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/;

function itemOf(value: unknown): BareItem {
  if (typeof value === 'number') return value;
  const text = String(value);
  return TOKEN.test(text) ? new Token(text) : text;
}

function isDefault(schema: z.ZodType, value: unknown): boolean {
  return schema instanceof z.ZodDefault && schema.def.defaultValue === value;
}

/** A fault to be written, and how often it strikes at most where it was said in a query or header. */
export interface Counted {
  readonly fault: Fault;
  readonly times?: number | null;
}

function faultItem({ fault, times = null }: Counted): Item {
  const values = new Map<string, unknown>(Object.entries(fault));
  const parameters = new Map<string, BareItem>();
  for (const [name, schema] of definitions.get(fault.fault) ?? []) {
    const value = values.get(name);
    if (value !== undefined && !isDefault(schema, value)) parameters.set(name, itemOf(value));
  }
  if (times !== null) parameters.set('times', times);
  return [new Token(fault.fault), parameters];
}

/** One fault as a Structured Field item, such as `rate_limit;retry_after=30`. */
export function writeFault(fault: Fault): string {
  return serializeList([faultItem({ fault })]);
}

/** Faults as a Structured Field list. */
export function writeFaults(faults: readonly Fault[]): string {
  return serializeList(faults.map((fault) => faultItem({ fault })));
}

/** A fault of a query or header, with how often it strikes. */
export function writeCounted(counted: Counted): string {
  return serializeList([faultItem(counted)]);
}

/** One thing that is wrong; the caller knows where the whole was written. */
export interface Issue {
  /** Where in the JSON it is; empty for a fault that was written as text. */
  readonly path: readonly PropertyKey[];
  readonly code: string;
  /** A predicate, such as `has no fault slow; did you mean …`. */
  readonly detail: string;
}

/** Longest piece of what a client wrote that a message repeats, in characters. */
const MAX_QUOTED = 100;

/** What a client wrote, fit for a message. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Where faults were written: in a parameter of the query or a header, or in a body, by the steps to them. */
export type Written = { readonly parameter: string } | { readonly path: Issue['path'] };

/** Mistakes as a problem lists them. */
export function listed(issues: readonly Issue[], at: Written): ProblemFault[] {
  return issues.map(({ path, code, detail }) => {
    const location = 'parameter' in at ? at : { pointer: pointer([...at.path, ...path]) };
    return { ...location, code, detail };
  });
}

/** A fault with its defaults filled in; a preset stands for rules, which follow from its name. */
export type ParsedFault = z.output<typeof faultSchema>;

/** A fault with how often it strikes. */
export interface ReadFault {
  readonly fault: ParsedFault;
  /** How often it strikes at most; null: without end, and wherever it cannot be said. */
  readonly times: number | null;
}

/** A fault as it was written, its parameters not yet checked. */
interface WrittenFault {
  readonly name: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A parameter that JSON has as well; what it has not, such as a date, is not of any kind that a parameter takes. */
function plainValue(value: BareItem): unknown {
  if (value instanceof Token) return value.toString();
  // JSON has one zero.
  return typeof value === 'number' ? value + 0 : value;
}

/** The faults of a text, or what is wrong with it. */
function readFaultText(text: string): readonly WrittenFault[] | Issue {
  const issue = (detail: string): Issue => ({ path: [], code: 'invalid_format', detail });
  let list: List;
  try {
    list = parseList(text.trim());
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const why = error.message.replace('Parse error: ', '');
    return issue(`is no Structured Field list such as rate_limit;retry_after=30, delay;ms=300 (RFC 9651): ${why}`);
  }
  const faults: WrittenFault[] = [];
  for (const [name, parameters] of list) {
    if (!(name instanceof Token)) return issue(`has ${nameOf(name)} where the name of a fault must be`);
    const entries = Array.from(parameters, ([key, value]) => [key, plainValue(value)] as const);
    faults.push({ name: name.toString(), parameters: Object.fromEntries(entries) });
  }
  return faults;
}

/** What stands where only a token may. */
function nameOf(item: unknown): string {
  if (Array.isArray(item)) return 'an inner list';
  return typeof item === 'string' || typeof item === 'number' ? quoted(item) : 'something';
}

/** What JSON Schema says of one value, as far as parameters of faults need it. */
interface Rule {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rule[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function ruleText({ type, enum: words, anyOf, minimum, maximum, minLength = 0, maxLength }: Rule): string {
  if (anyOf !== undefined) return anyOf.map(ruleText).join(', or ');
  if (words !== undefined) return words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`;
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`;
  if (type === 'number') return `a number from ${minimum} to ${maximum}`;
  return `a text of ${minLength} to ${maxLength} characters`;
}

/** The words of a rule. */
function wordsOf({ enum: words = [], anyOf = [] }: Rule): readonly string[] {
  return [...words.filter((word) => typeof word === 'string'), ...anyOf.flatMap(wordsOf)];
}

/** What a parameter may be, such as `an integer from 400 to 599`, and the word that a value may have been meant for. */
function allowed(schema: z.ZodType, value?: unknown): string {
  // Both are JSON Schema.
  const rule = z.toJSONSchema(schema, { io: 'input' }) as Rule;
  const near = typeof value === 'string' ? nearest(value.slice(0, 100), wordsOf(rule)) : null;
  return `${ruleText(rule)}${near === null ? '' : `; did you mean ${near}?`}`;
}

/** Presets as faults are written, by the names that no fault has. */
const presets: ReadonlyMap<string, string> = new Map(
  presetNames.filter((name) => !definitions.has(name)).map((name) => [name, `preset;name=${name}`]),
);

/** The mistake of a fault that there is not; undefined where none was named. */
function unknownFault(name: unknown, path: Issue['path']): Issue {
  const names = [...definitions.keys()];
  if (name === undefined) return { path, code: 'required', detail: `must name a fault: ${names.join(', ')}` };
  const preset = typeof name === 'string' ? presets.get(name) : undefined;
  const more = preset === undefined ? orOneOf(String(name), 'the faults are', names) : `; it is a preset: ${preset}`;
  return { path, code: 'unknown', detail: `has the unknown fault ${quoted(name)}${more}` };
}

/** The mistakes in the parameters of a fault that is known. */
function parameterIssues(written: WrittenFault, known: Parameters, at: Issue['path']): Issue[] {
  const { parameters } = written;
  const name = String(written.name);
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(parameters)) {
    const path = [...at, key];
    const schema = known.get(key);
    if (schema === undefined) {
      const detail = `gives ${name} the unknown parameter ${quoted(key)}`;
      const takes = known.size === 0 ? `; ${name} takes none` : orOneOf(key, `${name} takes`, [...known.keys()]);
      issues.push({ path, code: 'unknown', detail: detail + takes });
      continue;
    }
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue === undefined) continue;
    // The contract says in words what a format of its own is.
    const must = issue.code === 'invalid_format' ? issue.message : `must be ${allowed(schema, value)}`;
    issues.push({ path, code: issue.code, detail: `gives ${name} ${key}=${quoted(value)}, which ${must}` });
  }
  for (const [key, schema] of known) {
    if (Object.hasOwn(parameters, key) || schema.safeParse(undefined).success) continue;
    const detail = `gives ${name} no ${key}, which must be ${allowed(schema)}`;
    issues.push({ path: [...at, key], code: 'required', detail });
  }
  return issues;
}

/** The ways to say a delay. */
const DELAYS = [['ms'], ['min', 'max'], ['p50', 'p99']] as const;

function delayIssue(delay: FaultOf<'delay'>): string | undefined {
  const given = DELAYS.flat().filter((name) => delay[name] !== undefined);
  const isOne = DELAYS.some((names) => names.join() === given.join());
  if (!isOne) {
    const has = given.length === 0 ? 'nothing' : given.join(' and ');
    return `gives delay ${has}; it takes either ms, or min and max, or p50 and p99`;
  }
  const { min = 0, max = 0, p50 = 0, p99 = 0 } = delay;
  if (min > max) return `gives delay a min that is greater than its max`;
  return p50 > p99 ? `gives delay a p50 that is greater than its p99` : undefined;
}

function redirectIssue({ to }: FaultOf<'redirect'>, origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (to === 'downgrade' && protocol !== 'https:') {
    return 'gives redirect to=downgrade, which needs a public URL with https:';
  }
  if (to === 'elsewhere' && !isLoopback(hostname)) {
    return 'gives redirect to=elsewhere, which needs a server at a loopback address';
  }
  return undefined;
}

/**
 * What is wrong with a fault whose parameters are right one by one.
 *
 * @param origin origin of the server as clients see it; left out where it is not known
 */
function faultIssue(fault: ParsedFault, origin?: string): string | undefined {
  if (fault.fault === 'delay') return delayIssue(fault);
  if (fault.fault === 'foreign_next' && origin !== undefined && !isLoopback(new URL(origin).hostname)) {
    return 'gives foreign_next, which needs a server at a loopback address';
  }
  return fault.fault === 'redirect' && origin !== undefined ? redirectIssue(fault, origin) : undefined;
}

/** Most faults that are read together. */
const MAX_FAULTS = 20;

/** What faults may be where they were written. */
export interface FaultRules {
  /** Whether each may have the parameter `times`, as in a query and a header. */
  readonly isCounted?: boolean;
  /** Origin of the server as clients see it, by which some redirects cannot be; left out where it is not known. */
  readonly origin?: string | undefined;
}

/** The faults, or all that is wrong with them. */
export type ReadFaults = { readonly faults: readonly ReadFault[] } | { readonly issues: readonly Issue[] };

const times = ['times', faultRule.shape.times.unwrap().unwrap().optional()] as const;

/** Names of the faults that an outage can be. */
const FAILURES: ReadonlySet<string> = new Set(
  [...answerFaults, ...connectionFaults].map(({ shape }) => shape.fault.value),
);

/** Numbers as the text of a fault has them: with three decimals (RFC 9651 §3.3.2). */
function writable(parameters: WrittenFault['parameters']): WrittenFault['parameters'] {
  const entries = Object.entries(parameters);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 1000) / 1000 + 0 : value]),
  );
}

/** The fault that an outage makes of each request, in its canonical text; or what is wrong with it. */
function failureOf(as: string, { origin }: FaultRules): string | Issue {
  const read = readFaults(as, { origin });
  const issue = (detail: string): Issue => ({ path: [], code: 'invalid_value', detail });
  if ('issues' in read) return issue(`gives outage as=${quoted(as)}, which ${read.issues[0]?.detail ?? ''}`);
  const [first, ...others] = read.faults;
  if (first !== undefined && others.length === 0 && FAILURES.has(first.fault.fault)) return writeFault(first.fault);
  const names = [...FAILURES].join(', ');
  return issue(`gives outage as=${quoted(as)}, which must be one fault of the answer or connection: ${names}`);
}

function readOne(written: WrittenFault, path: Issue['path'], rules: FaultRules): ReadFault | readonly Issue[] {
  const { name } = written;
  const own = typeof name === 'string' ? definitions.get(name) : undefined;
  if (own === undefined) return [unknownFault(name, path)];
  const issues = parameterIssues(written, rules.isCounted === true ? new Map([...own, times]) : own, path);
  if (issues.length > 0) return issues;
  const { times: count = null, ...parameters } = writable(written.parameters);
  const fault: ParsedFault = faultSchema.parse({ fault: name, ...parameters });
  const detail = faultIssue(fault, rules.origin);
  if (detail !== undefined) return [{ path, code: 'contradiction', detail }];
  // Its schema has seen it.
  const counted = { times: count as number | null };
  if (fault.fault !== 'outage') return { fault, ...counted };
  const as = failureOf(fault.as, rules);
  return typeof as === 'string' ? { fault: { ...fault, as }, ...counted } : [{ ...as, path: [...path, 'as'] }];
}

/** What JSON says; what is no object is taken for the name of a fault, which it is not. */
function writtenFaults(value: unknown): readonly WrittenFault[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'object' || item === null) return { name: item, parameters: {} };
    const { fault: name, ...parameters } = item as Readonly<Record<string, unknown>>;
    return { name, parameters };
  });
}

/**
 * Reads faults.
 *
 * @param value text of a Structured Field list (RFC 9651), a fault as JSON, or a list of such
 */
export function readFaults(value: unknown, rules: FaultRules = {}): ReadFaults {
  const written = typeof value === 'string' ? readFaultText(value) : writtenFaults(value);
  if ('detail' in written) return { issues: [written] };
  if (written.length === 0) return { issues: [unknownFault(undefined, [])] };
  if (written.length > MAX_FAULTS) {
    return { issues: [{ path: [], code: 'too_big', detail: `must have at most ${MAX_FAULTS} faults` }] };
  }
  const read = written.map((one, index) => readOne(one, Array.isArray(value) ? [index] : [], rules));
  const issues = read.flatMap((one) => ('fault' in one ? [] : one));
  // A text has no members that a pointer could name.
  if (typeof value === 'string' && issues.length > 0) return { issues: issues.map((one) => ({ ...one, path: [] })) };
  return issues.length > 0 ? { issues } : { faults: read.flatMap((one) => ('fault' in one ? [one] : [])) };
}
