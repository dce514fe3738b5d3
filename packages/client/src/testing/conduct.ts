/** What the rules of conduct have found of a sandbox, and whether it is what a test expects. */
import { conductAdvice } from '../generated/conduct-advice.js';
import type { JournalEntry, Verdict } from '../generated/types.js';
import { askUntil, PAGE } from './received/watch.js';
import { isPlainObject } from './received/match-entry.js';
import { LONGEST_MS } from './received/check-expected.js';
import { entryLine, didYouMean, shownValue } from './received/explain.js';
import type { JournalPart, JournalSource } from './received/journal-source.js';

/** All severities, the gravest first. */
const severities: readonly Verdict['severity'][] = ['error', 'warning', 'advice'];

/** A severity and those that are graver. */
export const fromOn = (severity: Verdict['severity'] = 'warning'): readonly Verdict['severity'][] =>
  severities.slice(0, severities.indexOf(severity) + 1);

/**
 * Which verdicts there must not be.
 *
 * @example
 * ```ts
 * import type { ExpectedConduct } from '@understudy/client/testing';
 *
 * const expected: ExpectedConduct = { severity: 'error', except: ['retried_unsafe'] };
 * ```
 */
export interface ExpectedConduct {
  /** The least grave that counts: `advice` stands for all verdicts. @defaultValue warning */
  readonly severity?: Verdict['severity'] | undefined;
  /** Rules whose verdicts do not count. */
  readonly except?: readonly Verdict['rule'][] | undefined;
  /** How long to wait for requests that have not ended, in ms; 0 looks once. @defaultValue 250 */
  readonly settle?: number | undefined;
}

const members = ['severity', 'except', 'settle'];
const rules = Object.keys(conductAdvice);

/** Refuses an expectation with an unknown member or rule, or a value of the wrong type. @throws TypeError that names it. */
export function checkConduct(expected: unknown): asserts expected is ExpectedConduct {
  if (!isPlainObject(expected)) throw wrong('what is expected', 'an object', expected);
  for (const name of Object.keys(expected)) if (!members.includes(name)) throw unknown('member', name, members);
  const { severity = 'error', except = [], settle = 0 } = expected;
  if (!severities.some((one) => one === severity)) throw wrong('severity', 'error, warning or advice', severity);
  if (!Array.isArray(except)) throw wrong('except', 'a list of rules', except);
  for (const rule of except) if (!rules.includes(rule)) throw unknown('rule', String(rule), rules);
  const isTime = typeof settle === 'number' && settle >= 0 && settle <= LONGEST_MS;
  if (!isTime) throw wrong('settle', `from 0 to ${LONGEST_MS} (ms)`, settle);
}

const wrong = (at: string, what: string, value: unknown): TypeError =>
  new TypeError(`toHaveBehaved: ${at} must be ${what}, but is ${shownValue(value)}`);

const unknown = (what: string, name: string, known: readonly string[]): TypeError =>
  new TypeError(`toHaveBehaved: unknown ${what} ${JSON.stringify(name)}${didYouMean(name, known)}`);

/** Most verdicts that are shown. */
const SHOWN = 20;

/** What the clients of a sandbox did wrong. */
export interface Verdicts {
  /** The oldest of them. */
  readonly shown: readonly Verdict[];
  /** Whether there are more than those. */
  readonly isMore: boolean;
  /** Address of the server, without a slash at the end; empty where that is not known. */
  readonly root: string;
  readonly meta: JournalPart['meta'];
}

/** The verdicts that there are. */
export async function readVerdicts(source: JournalSource, expected: ExpectedConduct): Promise<Verdicts> {
  const { severity, except = [] } = expected;
  const counting: Verdict[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta, url } = await source.judge({ severity: fromOn(severity).join(','), page, per_page: PAGE });
    // Here, not by the filter of the server: that knows rules which this client does not.
    counting.push(...data.filter(({ rule }) => !except.includes(rule)));
    const isMore = counting.length > SHOWN;
    if (!isMore && data.length === PAGE) continue;
    const root = url.replace(/(\/sandboxes\/[^/?]+)?\/conduct\?.*$/, '');
    return { shown: counting.slice(0, SHOWN), isMore, root, meta };
  }
}

/** The first verdicts, or those that there are after so many ms. */
export async function awaitVerdicts(source: JournalSource, expected: ExpectedConduct, ms: number): Promise<Verdicts> {
  let verdicts = await readVerdicts(source, expected);
  const ask = async (wait: number): Promise<boolean> => {
    const { data } = await source.read({ since: verdicts.meta.last, per_page: 1, wait, min: 1 });
    if (data.length > 0) verdicts = await readVerdicts(source, expected);
    return data.length > 0;
  };
  await askUntil(() => verdicts.shown.length > 0, { ms, ask });
  // Not each verdict comes with a request: that a receiver of webhooks is slow shows when its answer comes.
  return ms > 0 && verdicts.shown.length === 0 ? readVerdicts(source, expected) : verdicts;
}

/** Requests that are shown of one verdict. */
const SHOWN_REQUESTS = 10;

/** How many verdicts there are. */
export function countedVerdicts({ shown, isMore }: Pick<Verdicts, 'shown' | 'isMore'>): string {
  if (shown.length === 1) return '1 verdict';
  return `${isMore ? 'more than ' : ''}${shown.length} verdicts`;
}

/** Each verdict as a block of text. */
export async function verdictTexts(source: JournalSource, { shown, root }: Verdicts): Promise<string[]> {
  const entries = await entriesOf(source, shown);
  return shown.map(({ rule, severity, detail, requests }) => {
    const lines = requests.slice(0, SHOWN_REQUESTS).map((sequence) => {
      const entry = entries.get(sequence);
      return entry === undefined ? `#${sequence} (no longer in the journal)` : entryLine(entry);
    });
    const more = requests.length > SHOWN_REQUESTS ? [`and ${requests.length - SHOWN_REQUESTS} more`] : [];
    // A newer server has rules that are not known here.
    const advice = Object.hasOwn(conductAdvice, rule) ? [`What to do: ${conductAdvice[rule]}`] : [];
    return [`${severity} ${rule}: ${detail}`, ...lines, ...more, ...advice, `${root}/conduct/${rule}`].join('\n  ');
  });
}

/** The requests that are shown of some verdicts, by sequence. */
async function entriesOf(source: JournalSource, verdicts: readonly Verdict[]): Promise<Map<number, JournalEntry>> {
  const sequences = verdicts.flatMap(({ requests }) => requests.slice(0, SHOWN_REQUESTS)).toSorted((a, b) => a - b);
  const entries = new Map<number, JournalEntry>();
  let last = 0;
  for (const sequence of sequences) {
    if (sequence <= last) continue;
    const { data } = await source.read({ since: sequence - 1, per_page: PAGE });
    for (const entry of data) entries.set(entry.sequence, entry);
    last = data.at(-1)?.sequence ?? Infinity;
  }
  return entries;
}
