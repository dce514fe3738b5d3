/** Matches the requests that a sandbox has received, by its journal. */
import { checkExpected } from './received/check-expected.js';
import type { ExpectedRequest } from './received/expected-request.js';
import { explain } from './received/explain.js';
import { journalSource } from './received/journal-source.js';
import { counted, isIn, type Range, rangeOf, shownRange, Watch } from './received/watch.js';

/** Whether the value matches, and what to say where that is not what was expected. */
export interface MatchResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** What a runner says about the expectation. */
export interface MatcherState {
  /** Whether it is negated. */
  readonly isNot?: boolean | undefined;
  /** How long an expectation waits, in ms; Playwright has it. */
  readonly timeout?: number | undefined;
}

const WITHIN_MS = 1000;
/** Within this time another replica shows a request that has ended, in ms. */
export const SETTLE_MS = 250;

/** Whether a sandbox has received such requests; waits until that is decided. */
export async function matchReceived(
  received: unknown,
  expected: ExpectedRequest,
  { isNot = false, timeout }: MatcherState = {},
): Promise<MatchResult> {
  checkExpected(expected);
  const range = rangeOf(expected.times);
  const source = journalSource(received, 'toHaveReceived');
  const waits = { within: expected.within ?? timeout ?? WITHIN_MS, settle: expected.settle ?? SETTLE_MS };
  const watch = new Watch(source, expected);
  await watch.look();
  await (isNot ? waitToBeOutside(watch, range, waits.settle) : waitToBeIn(watch, range, waits));

  const pass = isIn(range, watch.found);
  if (pass === undefined) {
    const { text } = await explain(source, expected, { headline: unsure(watch), isMissing: true });
    throw new Error(text);
  }
  if (pass !== isNot) return { pass, message: () => '' };
  const isMissing = !isNot && watch.found.count < range.min;
  const headline = [
    `Expected sandbox ${source.sandbox} ${isNot ? 'not ' : ''}to have received ${shownExpectation(range, isNot)}, `,
    `but it received ${counted(watch.found.count)} of that kind${isMissing ? ` within ${waits.within} ms` : ''}.`,
  ];
  const { text, nearest } = await explain(source, expected, { headline: headline.join(''), isMissing });
  return {
    pass,
    message: () => text,
    ...(nearest === undefined ? {} : { actual: nearest.actual, expected: nearest.expected }),
  };
}

/** How many were expected; `.not` with nothing said of how many is of any at all. */
const shownExpectation = (range: Range, isNot: boolean): string =>
  isNot && range.min === 1 && range.max === Infinity ? 'any such request' : shownRange(range);

/** Waits for what is missing, and then for one too many. */
async function waitToBeIn(watch: Watch, { min, max }: Range, { within, settle }: { within: number; settle: number }) {
  await watch.reach(min, within);
  if (watch.found.count >= min && max < Infinity) await watch.reach(max + 1, settle);
}

/** Waits for a request that changes the verdict: the first that must not come, or the one after the last of `times`. */
async function waitToBeOutside(watch: Watch, { min, max }: Range, settle: number) {
  await watch.reach(max < Infinity ? max + 1 : min, settle);
}

function unsure(watch: Watch): string {
  const { count, unsure: entries, incomplete } = watch.found;
  const why = [
    ...entries.map(({ entry, unknown }) => `of request #${entry.sequence} ${unknown.join(', and ')}`),
    ...(incomplete ? ['the journal has dropped requests'] : []),
  ];
  return `${counted(count)} are known to be of that kind, and whether there are more cannot be known: ${why.join('; ')}.`;
}
