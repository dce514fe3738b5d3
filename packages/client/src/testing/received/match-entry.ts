/** Compares an entry of the journal with the request that is expected. */
import { isObject } from '../../error-kind.js';
import type { JournalEntry } from '../../generated/types.js';
import type { AsymmetricMatcher, ExpectedFault, ExpectedRequest } from './expected-request.js';

/** Whether a value is a matcher such as `expect.any(Number)`, of whichever runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** Whether a value is an object as JSON has them; it may come from another realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value is an object that says all that it stands for, and no matcher. */
export function isClosed(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) && !isAsymmetric(value);
}

/** Whether a value is a regular expression, of whichever realm. */
export function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}

/** Whether a pattern is found in a text, wherever its last search ended. */
function isFound(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);
}

/** A body as the journal has it. */
export type StoredBody = Pick<JournalEntry, 'body' | 'body_encoding' | 'body_bytes' | 'body_truncated' | 'headers'>;

/** A body, parsed where it is JSON or a form. */
interface BodyValue {
  /** As text; in Base64 where it is no text; null where there was none. */
  readonly text: string | null;
  /** What its text stands for; undefined where it is neither JSON nor a form. */
  readonly parsed?: unknown;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Parses a body. JSON is known by its text, since many apps send it as `text/plain`. */
async function bodyValue(kept: StoredBody): Promise<BodyValue> {
  const { body: text, headers } = kept;
  if (text === null) return { text, parsed: null };
  const type = headers['content-type'] ?? '';
  if (FORM.test(type)) return { text, parsed: await formIn(kept, type) };
  try {
    return { text, parsed: JSON.parse(text) };
  } catch {
    return { text };
  }
}

/** The fields of a form (WHATWG URL and RFC 7578): a list where a name is repeated, and files with their text. */
async function formIn({ body, body_encoding }: StoredBody, type: string): Promise<unknown> {
  const content =
    body_encoding === 'base64' ? Uint8Array.from(atob(body ?? ''), (character) => character.charCodeAt(0)) : body;
  try {
    const form = await new Response(content, { headers: { 'content-type': type } }).formData();
    const names = [...new Set(form.keys())];
    const fields = names.map(async (name): Promise<[string, unknown]> => {
      const values = await Promise.all(form.getAll(name).map(fieldValue));
      return [name, values.length === 1 ? values[0] : values];
    });
    return Object.fromEntries(await Promise.all(fields));
  } catch {
    // A form that does not parse is compared by its text.
    return undefined;
  }
}

async function fieldValue(value: File | string): Promise<unknown> {
  return typeof value === 'string' ? value : { filename: value.name, type: value.type, text: await value.text() };
}

/** A value that is not as expected. */
export interface Difference {
  /** Where it is, such as `body.items[0].title`. */
  readonly at: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A value beside what is expected, cut down to what was compared: where they agree, both have the actual value. */
interface Comparison {
  readonly differences: readonly Difference[];
  readonly actual: unknown;
  readonly expected: unknown;
}

const equal = (actual: unknown): Comparison => ({ differences: [], actual, expected: actual });

const different = ({ at, expected, actual }: Difference): Comparison => ({
  differences: [{ at, expected, actual }],
  actual,
  expected,
});

/** Compares: objects by the members that are expected, arrays item by item, everything else as a whole. */
function compare(actual: unknown, expected: unknown, at: string): Comparison {
  if (isAsymmetric(expected)) return decide(expected.asymmetricMatch(actual), { at, expected, actual });
  if (isPattern(expected)) {
    return decide(typeof actual === 'string' && isFound(expected, actual), { at, expected, actual });
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(actual, expected, at);
  if (isPlainObject(expected) && isPlainObject(actual)) return compareMembers(actual, expected, at);
  return decide(actual === expected, { at, expected, actual });
}

/** A comparison that has been decided as a whole. */
function decide(isEqual: boolean, difference: Difference): Comparison {
  return isEqual ? equal(difference.actual) : different(difference);
}

function compareLists(actual: readonly unknown[], expected: readonly unknown[], at: string): Comparison {
  const items = expected.slice(0, actual.length).map((item, index) => compare(actual[index], item, `${at}[${index}]`));
  const length = decide(actual.length === expected.length, {
    at: `${at}.length`,
    expected: expected.length,
    actual: actual.length,
  });
  return {
    differences: [...length.differences, ...items.flatMap(({ differences }) => differences)],
    actual,
    expected: [...items.map((item) => item.expected), ...expected.slice(actual.length)],
  };
}

type Members = Readonly<Record<string, unknown>>;

function compareMembers(actual: Members, expected: Members, at: string): Comparison {
  return joined(
    Object.entries(expected).map(([name, member]) => [
      name,
      compare(Object.hasOwn(actual, name) ? actual[name] : undefined, member, memberPath(at, name)),
    ]),
  );
}

/** Joins the comparisons of members into that of their object. */
function joined(members: readonly (readonly [name: string, comparison: Comparison])[]): Comparison {
  return {
    differences: members.flatMap(([, { differences }]) => differences),
    actual: Object.fromEntries(members.map(([name, { actual }]) => [name, actual])),
    expected: Object.fromEntries(members.map(([name, { expected }]) => [name, expected])),
  };
}

/** Path of a member, as one would write it in a program. */
function memberPath(at: string, name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`;
}

/** Compares some parameters by name, or the whole query. */
function compareQuery(actual: string, expected: ExpectedRequest['query'], at: string): Comparison {
  if (typeof expected === 'string') return decide(sorted(actual) === sorted(expected), { at, expected, actual });
  if (isAsymmetric(expected) || isPattern(expected)) return compare(actual, expected, at);
  const sent = new URLSearchParams(actual);
  return joined(
    Object.entries(expected ?? {}).map(([name, value]) => {
      const values = sent.getAll(name);
      const found = values.length > 1 ? values : values[0];
      // A query has nothing but texts, so that 5 is "5".
      const wanted = Array.isArray(value) ? value.map(asText) : asText(value);
      const isList = Array.isArray(wanted) && typeof found === 'string';
      return [name, compare(isList ? [found] : found, wanted, memberPath(at, name))];
    }),
  );
}

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** A query whose parameters are in the order of their names: that order means nothing, unlike that of one name. */
function sorted(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}

/** An entry beside what is expected. */
export interface EntryMatch extends Comparison {
  readonly entry: JournalEntry;
  /** Members that are as expected. */
  readonly matched: readonly string[];
  /** Why it cannot be known whether the rest is, such as for a body that was cut; empty where it is known. */
  readonly unknown: readonly string[];
}

type Member = Exclude<keyof ExpectedRequest, 'times' | 'within' | 'settle'>;

/** What of an entry is compared with a member, and how. */
const comparisons: {
  readonly [Name in Member]: (entry: JournalEntry, expected: ExpectedRequest[Name]) => Comparison | Promise<Comparison>;
} = {
  method: ({ method }, expected) =>
    compare(method, typeof expected === 'string' ? expected.toUpperCase() : expected, 'method'),
  path: ({ path }, expected) => compare(path, expected, 'path'),
  query: ({ query }, expected) => compareQuery(query, expected, 'query'),
  headers: ({ headers }, expected) => compareHeaders(headers, expected, 'headers'),
  body: (entry, expected) => compareBody(entry, expected, 'body'),
  operation: ({ operation }, expected) => compare(operation, expected, 'operation'),
  status: ({ status }, expected) => compare(status, expected, 'status'),
  kind: ({ kind }, expected) => compare(kind, expected, 'kind'),
  fault: ({ fault }, expected) => compareFault(fault, expected),
  ended: ({ ended }, expected) => compare(ended, expected, 'ended'),
  response: async ({ response }, { headers, body } = {}) =>
    joined([
      ...(headers === undefined
        ? []
        : [['headers', compareHeaders(response.headers, headers, 'response.headers')] as const]),
      ...(body === undefined ? [] : [['body', await compareBody(response, body, 'response.body')] as const]),
    ]),
};

/** Compares an entry with all that is expected. */
export async function matchEntry(entry: JournalEntry, expected: ExpectedRequest): Promise<EntryMatch> {
  const unknown = unknownIn(entry, expected);
  const compared: [Member, Comparison][] = [];
  for (const name of membersOf(expected)) compared.push([name, await compareMember(name, entry, expected)]);
  const known = compared.map(([name, comparison]): [Member, Comparison] =>
    name in unknown ? [name, { ...comparison, differences: [] }] : [name, comparison],
  );
  return {
    ...joined(known),
    entry,
    matched: known
      .filter(([name, { differences }]) => differences.length === 0 && !(name in unknown))
      .map(([name]) => name),
    unknown: Object.values(unknown),
  };
}

/** Whether an entry is as expected, and nothing is unknown. */
export const fits = ({ differences, unknown }: EntryMatch): boolean => differences.length === 0 && unknown.length === 0;

/** Whether an entry may be as expected, as far as it is known. */
export const mayFit = ({ differences, unknown }: EntryMatch): boolean => differences.length === 0 && unknown.length > 0;

/** The members that are expected of a request. */
function membersOf(expected: ExpectedRequest): Member[] {
  return Object.keys(comparisons).filter((name): name is Member => expected[name as Member] !== undefined);
}

function compareMember<Name extends Member>(name: Name, entry: JournalEntry, expected: ExpectedRequest) {
  return comparisons[name](entry, expected[name]);
}

/** Why members cannot be compared: the journal does not have them whole. */
function unknownIn(entry: JournalEntry, { headers, body, response }: ExpectedRequest): Partial<Record<Member, string>> {
  const isStripped = isWithoutHeaders(entry) && isWithoutHeaders(entry.response);
  const isCut = entry.body_truncated || entry.response.body_truncated;
  const areHeadersGone = isStripped && isCut;
  return {
    ...(headers !== undefined && areHeadersGone ? { headers: 'the journal no longer has the headers' } : {}),
    ...(body !== undefined && entry.body_truncated ? { body: cut('the body', entry) } : {}),
    ...(response !== undefined && (response.headers !== undefined ? areHeadersGone : false)
      ? { response: 'the journal no longer has the headers of the answer' }
      : {}),
    ...(response?.body !== undefined && entry.response.body_truncated
      ? { response: cut('the body of the answer', entry.response) }
      : {}),
  };
}

const isWithoutHeaders = ({ headers }: Pick<JournalEntry, 'headers'>): boolean => Object.keys(headers).length === 0;

function cut(what: string, { body, body_bytes }: StoredBody): string {
  return body === null
    ? `the journal no longer has ${what} of ${body_bytes} bytes`
    : `${what} of ${body_bytes} bytes was cut in the journal`;
}

function compareHeaders(actual: JournalEntry['headers'], expected: ExpectedRequest['headers'], at: string): Comparison {
  return joined(
    Object.entries(expected ?? {}).map(([name, value]) => {
      const key = name.toLowerCase();
      return [key, compare(Object.hasOwn(actual, key) ? actual[key] : undefined, value, memberPath(at, key))];
    }),
  );
}

/** Compares the text for a string or a pattern, and what it stands for otherwise; a matcher may mean either. */
async function compareBody(kept: StoredBody, expected: unknown, at: string): Promise<Comparison> {
  const { text, parsed } = await bodyValue(kept);
  if (typeof expected === 'string' || isPattern(expected)) return compare(text ?? undefined, expected, at);
  const value = parsed === undefined ? text : parsed;
  const asParsed = compare(value, expected, at);
  const isEither = isAsymmetric(expected) && asParsed.differences.length > 0 && text !== null;
  const ofText = isEither ? compare(text, expected, at) : asParsed;
  return ofText.differences.length === 0 ? ofText : asParsed;
}

function compareFault(actual: JournalEntry['fault'], expected: ExpectedFault | undefined): Comparison {
  const at = 'fault';
  if (expected === null || actual === null) return decide(expected === actual, { at, expected, actual });
  if (typeof expected === 'string') {
    const [name] = actual.fault.split(';', 1);
    return decide(expected === actual.fault || expected === name, { at, expected, actual: actual.fault });
  }
  const isText = isAsymmetric(expected) || isPattern(expected);
  return compare(isText ? actual.fault : actual, expected, at);
}
