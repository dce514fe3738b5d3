/** Says why an expectation failed: what was expected, what came nearest to it, and all that was received. */
import type { JournalEntry } from '../../generated/types.js';
import { isAsymmetric, isPlainObject } from './asymmetric.js';
import type { Difference } from './compare.js';
import { entryLine } from './entry-line.js';
import type { ExpectedRequest } from './expected-request.js';
import type { JournalPart, JournalSource } from './journal-source.js';
import { LATEST, latestEntries } from './latest-entries.js';
import { type EntryMatch, fits, matchEntry } from './match-entry.js';
import { shownPair, shownValue } from './shown-value.js';

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
  return isPlainObject(expected) && !isAsymmetric(expected) ? '   (a text, which is neither JSON nor a form)' : '';
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
