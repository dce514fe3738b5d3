/** The faults of a request: what zod found, in words that say what is allowed, ids that no record has, and names that an operation does not know. */
import { MAX_LISTED_FAULTS, nearest, type OperationMeta, type ProblemFault } from '@understudy/contract/kit';
import { badRequest, ProblemError } from './problem-error.js';
import type { z } from 'zod';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { detachString } from './made-once.js';

/** Faults of one request. */
export class FaultList {
  readonly #listed: ProblemFault[] = [];
  #total = 0;

  /** How many there are. */
  get total(): number {
    return this.#total;
  }

  /** Adds some; those that would not be listed are never described. */
  add(count: number, describe: (index: number) => ProblemFault): void {
    const wanted = Math.min(count, MAX_LISTED_FAULTS - this.#listed.length);
    for (let i = 0; i < wanted; i++) this.#listed.push(describe(i));
    this.#total += count;
  }

  /** Adds one. */
  addOne(fault: ProblemFault): void {
    this.add(1, () => fault);
  }

  /** The 400 that lists them. */
  toProblem(): ProblemError {
    return badRequest(this.#listed, this.#total);
  }
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Tells how an input member is called in the request: by JSON pointer or by parameter name. */
export type Locate = (path: Path) => Pick<ProblemFault, 'pointer' | 'parameter'>;

/** Longest name of a member that a pointer spells out, in characters; the client chose it. */
const MAX_STEP = 200;

function stepText(step: PropertyKey): string {
  const text = String(step);
  // Half of a surrogate pair has no percent-encoding.
  return (text.length > MAX_STEP ? `${text.slice(0, MAX_STEP)}…` : text).replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** A JSON pointer as a URI fragment; the name of a member that is very long is cut. */
export function pointer(path: Path): string {
  // RFC 6901 §3 and §6: ~ and / are escaped, then the text is percent-encoded for a URI fragment.
  const escaped = path.map((step) => stepText(step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#${escaped.map((step) => `/${encodeURI(step).replaceAll('#', '%23')}`).join('')}`;
}

/** Query and path parameters go by name, headers by theirs, members of the body by pointer. */
export function locateIn(meta: Pick<OperationMeta, 'openapi' | 'headers'>): Locate {
  const { method, path: template } = meta.openapi;
  const headers = new Map(Object.entries(meta.headers));
  const allParameters = method === 'GET' || method === 'DELETE';
  return (path) => {
    const [first] = path;
    const header = headers.get(String(first));
    if (header !== undefined) return { parameter: header };
    const isParameter = first !== undefined && (allParameters || template.includes(`{${String(first)}}`));
    return isParameter ? { parameter: path.map(String).join('.') } : { pointer: pointer(path) };
  };
}

/** Every member is a parameter. */
export const locateParameter: Locate = (path) => ({ parameter: path.map(String).join('.') });

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<PropertyKey, unknown>>)[step] : undefined,
    input,
  );
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'undefined' ? 'missing' : `a ${typeof value}`;
}

const expectations: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function typeDetail(expected: string, value: unknown, isParameter: boolean): string {
  if (isParameter && Array.isArray(value)) return 'must be given once only';
  if (isParameter && expected === 'int') return 'must be an integer in decimal digits';
  if (isParameter && expected === 'number') return 'must be a number in decimal digits';
  return `must be ${expectations[expected] ?? expected}, but is ${nameOf(value)}`;
}

function sizeDetail(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const small = issue.code === 'too_small';
  const bound = small ? issue.minimum : issue.maximum;
  const word = small ? 'at least' : 'at most';
  if (issue.origin === 'string') return `must have ${word} ${bound} character${bound === 1 ? '' : 's'}`;
  if (issue.origin === 'array') return `must have ${word} ${bound} item${bound === 1 ? '' : 's'}`;
  return `must be ${word} ${bound}`;
}

/** What the contract says of a format of its own; of the others zod says that they are "Invalid". */
function formatDetail({ format, message }: Issue & { code: 'invalid_format' }): string {
  return message.startsWith('Invalid ') ? `must be a valid ${format}` : message;
}

/** An object that takes no unknown members has an issue for all of them together: here each has its own, at its name. */
function* apart(issues: readonly Issue[]): Generator<Issue> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield issue;
    else for (const key of issue.keys) yield { ...issue, path: [...issue.path, key], keys: [key] };
  }
}

/** What the contract says of unknown members; zod only says that they are "Unrecognized". */
function unknownDetail({ message }: Issue): string {
  return message.startsWith('Unrecognized ') ? 'is not known here' : message;
}

/** What the contract says of a member that is required by another one; of the others zod says that they are "Invalid". */
function requiredDetail({ message }: Issue): string {
  return /^(?:Invalid |must be one of )/.test(message) ? 'is required' : message;
}

/** Issues that a value has by not being there. */
const REQUIRED: ReadonlySet<Issue['code']> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** What the contract says of the forms of a value; zod only says that it is "Invalid". */
function unionDetail({ message }: Issue): string {
  return message.startsWith('Invalid ') ? 'has a form that is not allowed here' : message;
}

function describeIssue(issue: Issue, input: unknown, locate: Locate): ProblemFault {
  const value = valueAt(input, issue.path);
  const location = locate(issue.path);
  const required = value === undefined && REQUIRED.has(issue.code);
  if (required) return { ...location, code: 'required', detail: requiredDetail(issue) };
  // A merge patch that empties what must have a value (RFC 7396 §2).
  const emptied = issue.code === 'invalid_type' && issue.expected === 'nonoptional';
  if (emptied) return { ...location, code: 'required', detail: 'is required, and cannot be emptied with null' };
  const isParameter = location.parameter !== undefined;
  switch (issue.code) {
    case 'invalid_type':
      return { ...location, code: issue.code, detail: typeDetail(issue.expected, value, isParameter) };
    case 'too_small':
    case 'too_big':
      return { ...location, code: issue.code, detail: sizeDetail(issue) };
    case 'invalid_value': {
      if (isParameter && Array.isArray(value)) {
        return { ...location, code: 'invalid_type', detail: typeDetail('string', value, true) };
      }
      return { ...location, code: issue.code, detail: `must be one of ${issue.values.map(String).join(', ')}` };
    }
    case 'unrecognized_keys':
      return { ...location, code: issue.code, detail: unknownDetail(issue) };
    case 'invalid_union':
      return { ...location, code: issue.code, detail: unionDetail(issue) };
    case 'not_multiple_of':
      return { ...location, code: issue.code, detail: `must be a multiple of ${issue.divisor}` };
    case 'invalid_format':
      return { ...location, code: issue.code, detail: formatDetail(issue) };
    default:
      return { ...location, code: issue.code, detail: issue.message };
  }
}

/** What was refused, and how its members are called. */
export interface Refused {
  readonly input: unknown;
  readonly locate: Locate;
}

/** Adds the faults behind a zod error to a list, in the order of the schema. */
export function addIssues(faults: FaultList, error: z.core.$ZodError, { input, locate }: Refused): void {
  const issues = [...apart(error.issues)];
  faults.add(issues.length, (i) => {
    const issue = issues[i];
    // The list asks for no more than there are.
    if (issue === undefined) throw new RangeError(`there is no issue ${i}`);
    return describeIssue(issue, input, locate);
  });
}

/** The 400 that lists the faults behind a zod error. */
export function validationProblem(error: z.core.$ZodError, input: unknown, locate: Locate): ProblemError {
  const faults = new FaultList();
  addIssues(faults, error, { input, locate });
  return faults.toProblem();
}

/** A record that is not there. */
export interface Missing {
  /** What it would be, such as `course`. */
  readonly noun: string;
  readonly id: string;
}

/** Finds the parameter or pointer in which an id came; undefined where it did not come in the input. */
export type LocateId = (missing: Missing) => Pick<ProblemFault, 'pointer' | 'parameter'> | undefined;

/** Every text and number of a value, with its path. */
function* texts(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { path, text: String(value) };
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) yield* texts(member, [...path, key]);
}

/** Finds ids in an input: in a member named for the record (`course_id`), else in any. */
export function locateIdIn(input: unknown, locate: Locate): LocateId {
  return ({ noun, id }) => {
    const found = [...texts(input)].filter(({ text }) => text === id);
    const named = found.find(({ path }) => path.at(-1) === `${noun}_id`) ?? found[0];
    return named && locate(named.path);
  };
}

/** `a course`, `an event`, `a user`. */
function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The 404 for records that are not there. */
export function missingRecords(missing: readonly Missing[], locate: LocateId): ProblemError {
  const errors = missing.flatMap((one) => {
    const location = locate(one);
    const detail = `must be the id of ${withArticle(one.noun)}`;
    return location === undefined ? [] : [{ ...location, code: 'not_found', detail }];
  });
  return new ProblemError('not_found', {
    detail: missing.map(({ noun, id }) => `there is no ${noun} ${JSON.stringify(id)}`).join('; '),
    ...(errors.length === 0 ? {} : { errors }),
  });
}

/** Most of them that are named for one request. */
const MOST = 20;

/** Longest name that is reported, in characters. */
const MAX_NAME = 100;

/** Names that are remembered for each set of known ones. */
const MAX_REMEMBERED = 200;

/** The nearest of the known names, by names that were looked for: an app sends the same ones again and again. */
const remembered = new WeakMap<ReadonlySet<string>, Map<string, string | null>>();

function nearestOf(name: string, known: ReadonlySet<string>): string | null {
  const before = remembered.get(known) ?? new Map<string, string | null>();
  const found = before.get(name);
  if (found !== undefined) return found;
  const near = nearest(name, known);
  if (before.size >= MAX_REMEMBERED) before.clear();
  remembered.set(known, before.set(detachString(name), near));
  return near;
}

/** The names that are not among the known ones, each with the nearest of those. */
export function unknownMembers(
  names: Iterable<string>,
  known: ReadonlySet<string>,
  where: UnknownMember['in'],
): UnknownMember[] {
  const unknown: UnknownMember[] = [];
  let seen: Set<string> | undefined;
  for (const name of names) {
    if (known.has(name) || seen?.has(name) === true) continue;
    if (unknown.length === MOST) break;
    seen = (seen ?? new Set()).add(name);
    const shown = name.slice(0, MAX_NAME);
    unknown.push({ name: shown, in: where, nearest: nearestOf(shown, known) });
  }
  return unknown;
}

/** Names that a message lists. */
const MOST_LISTED = 30;

/** Names as a message lists them; those that are very long are cut. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? `, and ${names.length - MOST_LISTED} more` : '';
  const shown = names
    .slice(0, MOST_LISTED)
    .map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  return `${shown.join(', ')}${more}`;
}

/** The faults that a strict sandbox finds in them; each names what is known instead, in the order of the names. */
export function unknownFaults(unknown: readonly UnknownMember[], known: Iterable<string>): ProblemFault[] {
  const all = listed([...known]);
  return unknown.map(({ name, in: where, nearest: near }) => {
    const hint = near === null ? '' : `did you mean ${near}? `;
    const names = `${where === 'query' ? 'the parameters' : 'the members'} here are ${all}`;
    return {
      ...(where === 'query' ? { parameter: name } : { pointer: pointer([name]) }),
      code: 'unknown',
      detail: `is not known here; ${hint}${all === '' ? 'there are none' : names}`,
    };
  });
}

/** What a query says, or the problem that lists its faults and the names that are not known. */
export function withUnknown<Said>(
  said: Said | ProblemError,
  unknown: readonly UnknownMember[],
  known: Iterable<string>,
): Said | ProblemError {
  if (unknown.length === 0) return said;
  const others = said instanceof ProblemError ? (said.details.errors ?? []) : [];
  return badRequest([...others, ...unknownFaults(unknown, known)]);
}
