/** Compares an entry of the journal with the request that is expected. */
import type { JournalEntry } from '../../generated/types.js';
import { isAsymmetric, isPattern } from './asymmetric.js';
import { bodyValue, type KeptBody } from './body-value.js';
import { compare, type Comparison, decide, joined, memberPath } from './compare.js';
import { compareQuery } from './compare-query.js';
import type { ExpectedFault, ExpectedRequest } from './expected-request.js';

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

function cut(what: string, { body, body_bytes }: KeptBody): string {
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
async function compareBody(kept: KeptBody, expected: unknown, at: string): Promise<Comparison> {
  const { text, parsed } = await bodyValue(kept);
  if (typeof expected === 'string' || isPattern(expected)) return compare(text ?? undefined, expected, at);
  const value = parsed === undefined ? text : parsed;
  const asParsed = compare(value, expected, at);
  const isEither = isAsymmetric(expected) && asParsed.differences.length > 0 && text !== null;
  const asText = isEither ? compare(text, expected, at) : asParsed;
  return asText.differences.length === 0 ? asText : asParsed;
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
