/** Says why an expectation failed: what was expected, what came nearest to it, and all that was received. */
import type { JournalEntry } from '../../generated/types.js';
import type { ExpectedRequest } from './expected-request.js';
import type { JournalPart, JournalSource } from './journal-source.js';
import {
  type Difference,
  type EntryMatch,
  fits,
  isAsymmetric,
  isPattern,
  isClosed,
  isPlainObject,
  matchEntry,
} from './match-entry.js';

/** Characters that a value may take. */
const MOST = 400;

/** A value as text, cut where it is long. */
export function shownValue(value: unknown): string {
  const text = written(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST)}… (${text.length} characters)`;
}

/** Characters that are shown of what two long texts have in common before they differ. */
const BEFORE = 40;

/** Two values as text. Of long texts the part is shown in which they begin to differ. */
function shownPair(one: unknown, other: unknown): readonly [one: string, other: string] {
  if (typeof one !== 'string' || typeof other !== 'string' || Math.max(one.length, other.length) <= MOST) {
    return [shownValue(one), shownValue(other)];
  }
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - BEFORE);
  return [shownFrom(one, start), shownFrom(other, start)];
}

const shownFrom = (text: string, start: number): string =>
  start === 0 ? shownValue(text) : `from character ${start + 1} on: ${shownValue(text.slice(start))}`;

function written(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isAsymmetric(value)) return matcherName(value);
  if (isPattern(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? String(value);
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${written(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A name as it is written in an object. */
const memberName = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

/** The name of a matcher, as runners write it, with what it was made with. */
function matcherName(matcher: object): string {
  if ('toAsymmetricMatcher' in matcher && typeof matcher.toAsymmetricMatcher === 'function') {
    return String(matcher.toAsymmetricMatcher());
  }
  const { toString } = matcher;
  const name = toString === Object.prototype.toString ? 'a matcher' : String(toString.call(matcher));
  return 'sample' in matcher ? `${name}(${written(matcher.sample)})` : name;
}

/** Changes that make a slip in a name, for each of its characters. */
const TOLERANCE = 0.5;

/** The most similar of some names; undefined where none is similar. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((other) => ({ other, share: distance(name.toLowerCase(), other.toLowerCase()) / Math.max(name.length, 1) }))
    .toSorted((one, another) => one.share - another.share);
  const [best] = ranked;
  return best !== undefined && best.share <= TOLERANCE ? best.other : undefined;
}

/** The end of a sentence on a name that nobody knows: which one may have been meant, and which there are. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `${near === undefined ? '; known are' : `; did you mean ${near}? Known are`} ${known.join(', ')}`;
}

/** Characters to add, remove or change (Levenshtein). */
function distance(text: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...text].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Its number, what was asked, what was answered, and what went wrong. */
export function entryLine({ sequence, method, path, query, status, fault, ended }: JournalEntry): string {
  const notes = [
    ...(fault === null ? [] : [`fault ${fault.fault}${fault.rule === null ? '' : ` by ${fault.rule}`}`]),
    ...(ended === 'complete' ? [] : [ended === 'cut' ? 'cut off' : 'the client left']),
  ];
  const asked = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  return `#${sequence} ${asked} → ${status ?? 'no answer'}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** Most entries that are read. */
const LATEST = 500;

const PAGE = 50;

/** The end of a journal. */
export interface LatestEntries {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  readonly meta: JournalPart['meta'];
}

/** The latest entries of a journal, and what it says of itself. */
export async function latestEntries(source: JournalSource): Promise<LatestEntries> {
  const { meta } = await source.read({ since: Number.MAX_SAFE_INTEGER, per_page: 1 });
  const entries: JournalEntry[] = [];
  let since = Math.max(0, meta.last - LATEST);
  for (;;) {
    const { data } = await source.read({ since, per_page: PAGE });
    entries.push(...data);
    since = data.at(-1)?.sequence ?? since;
    if (data.length < PAGE) return { entries, meta };
  }
}

/** Lines of the list of all requests. */
const SHOWN = 50;
/** Requests that are compared in detail. */
const NEAREST = 3;

/** What a message and the diff of a runner are made of. */
export interface Explanation {
  readonly text: string;
  /** The nearest request that is not as expected. */
  readonly nearest: EntryMatch | undefined;
}

/** What is to be explained. */
interface Complaint {
  readonly headline: string;
  /** Whether requests are missing, so that the nearest say why. */
  readonly isMissing: boolean;
}

/** Explains a failed expectation by the latest entries of the journal. */
export async function explain(
  source: JournalSource,
  expected: ExpectedRequest,
  { headline, isMissing }: Complaint,
): Promise<Explanation> {
  const { entries, meta } = await latestEntries(source);
  const matches = await Promise.all(entries.map((entry) => matchEntry(entry, expected)));
  const nearest = isMissing ? nearestOf(matches) : [];
  const blocks = [
    headline,
    `Expected:\n${expectedLines(expected)}`,
    ...nearest.map((match, index) => `${index === 0 ? 'Nearest' : 'As near'}: ${nearestLines(match)}`),
    allReceived(matches, meta, source.baseUrl),
    ...(meta.incomplete
      ? [
          `The journal is incomplete: it has dropped ${meta.dropped} requests (see --max-journal and --max-journal-bytes).`,
        ]
      : []),
  ];
  return { text: blocks.join('\n\n'), nearest: nearest[0] };
}

function expectedLines({ times: _times, within: _within, settle: _settle, ...members }: ExpectedRequest): string {
  const lines = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${shownValue(value)}`);
  return lines.length === 0 ? '  any request' : lines.join('\n');
}

/** The path says most of what was meant, then the method, the operation and the body. */
const WEIGHTS: Readonly<Record<string, number>> = { path: 8, operation: 8, method: 4, body: 2 };

function nearness({ matched, differences }: EntryMatch): number {
  const weight = matched.reduce((sum, name) => sum + (WEIGHTS[name] ?? 1), 0);
  return weight - differences.length / 100;
}

/** Those that are nearest without being as expected, latest first. */
function nearestOf(matches: readonly EntryMatch[]): EntryMatch[] {
  const others = matches.filter((match) => !fits(match));
  const best = Math.max(...others.map(nearness));
  return others
    .filter((match) => nearness(match) === best)
    .slice(-NEAREST)
    .toReversed();
}

function nearestLines({ entry, matched, differences, unknown }: EntryMatch): string {
  return [
    entryLine(entry),
    ...differences.flatMap(differenceLines),
    ...unknown.map((why) => `  ? ${why} (see --max-journal-body and --max-journal-bytes)`),
    ...(matched.length === 0 ? [] : [`  ✓ ${matched.join(', ')}`]),
    ...refusalLines(entry),
  ].join('\n');
}

function differenceLines({ at, expected, actual }: Difference): string[] {
  const [wanted, found] = shownPair(expected, actual);
  return [`  ✗ ${at}`, `      expected: ${wanted}`, `      received: ${found}${hint(expected, actual)}`];
}

/** Why a value is another one, where that does not show: the server masks what is secret, and not every text is JSON. */
function hint(expected: unknown, actual: unknown): string {
  if (typeof actual !== 'string') return '';
  if (actual.includes('***')) return '   (secrets are masked in the journal)';
  return isClosed(expected) ? '   (a text, which is neither JSON nor a form)' : '';
}

/** Why the server refused a request; a fault has no reason but that a test wants it. */
function refusalLines({ kind, fault, response }: JournalEntry): string[] {
  if (kind === null || fault !== null) return [];
  const detail = /"detail":("(?:[^"\\]|\\.)*")/.exec(response.body ?? '')?.[1];
  return detail === undefined ? [] : [`  The answer says: ${shownValue(JSON.parse(detail))}`];
}

function allReceived(matches: readonly EntryMatch[], { last }: JournalPart['meta'], baseUrl = 'this sandbox'): string {
  if (matches.length === 0) {
    if (last > 0) return 'Its journal is empty.';
    return `It received nothing at all. Does the app send its requests to ${baseUrl}?`;
  }
  const shown = matches.slice(-SHOWN);
  const before = matches.length - shown.length;
  return [
    'All that it received (✓ as expected):',
    ...(before > 0 ? [`    (${before}${last > LATEST ? ' and more' : ''} before these)`] : []),
    ...shown.map((match) => `  ${fits(match) ? '✓' : ' '} ${entryLine(match.entry)}`),
  ].join('\n');
}
