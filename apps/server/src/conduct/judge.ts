/** Judges what the clients of a sandbox did: the same attempts give the same verdicts. */
import { conductRules, conductTexts, type Verdict } from '@understudy/contract/sandboxes';
import { arrivedBy, type Attempt, type Pausing, rarely } from './attempt.js';
import { pagesOf, walksOf } from './pages.js';
import type { Circumstances, Finding, Rule, Seen } from './rule.js';
import { rules } from './rules/index.js';
import { retriesOf, seriesOf } from './series.js';

/** A verdict with its position among all. */
export interface PositionedVerdict {
  /** Never changes: that of its last request, and its own among those of it. */
  readonly position: number;
  /** Sequence of its last request, or of the last one that had come before the delivery ended. */
  readonly last: number;
  readonly verdict: Verdict;
}

/** Requests that a verdict names. */
const MAX_REQUESTS = 100;

/** Verdicts that can end with the same request, or after it. */
const MAX_ALIKE = 64;

/** A verdict that has no position yet. */
type FoundVerdict = Omit<PositionedVerdict, 'position'>;

/** What a finding follows from: what its id ends with, the requests, the last of them, and when it was. */
interface Ground {
  readonly name: string;
  readonly sequences: readonly number[];
  readonly last: number;
  readonly at: number;
}

function* groundOf(finding: Finding, before: (at: number) => number): Pausing<Ground> {
  if ('delivery' in finding) {
    const { id, attempt, at } = finding.delivery;
    return { name: `${id}_${attempt}`, sequences: [], last: before(at), at };
  }
  const sequences: number[] = [];
  let [first, last, at] = [Infinity, 0, 0];
  for (const attempt of finding.attempts) {
    yield;
    const { sequence } = attempt;
    sequences.push(sequence);
    [first, last, at] = [Math.min(first, sequence), Math.max(last, sequence), Math.max(at, attempt.at)];
  }
  return { name: first === last ? `${first}` : `${first}_${last}`, sequences, last, at };
}

function verdictOf({ id: rule }: Rule, finding: Finding, { name, sequences, last, at }: Ground): FoundVerdict {
  const verdict = {
    id: `${rule}_${name}`,
    rule,
    severity: finding.severity ?? conductRules[rule].severity,
    detail: finding.detail,
    requests: sequences.slice(0, MAX_REQUESTS),
    reference: conductTexts[rule].reference,
    at: new Date(at).toISOString(),
  };
  return { last, verdict };
}

/** Gives each verdict an id and a position of its own. */
function* positioned(found: readonly FoundVerdict[]): Pausing<PositionedVerdict[]> {
  const ids = new Map<string, number>();
  const alike = new Map<number, number>();
  const all: PositionedVerdict[] = [];
  // A sort keeps the order of what is equal: that of the rules.
  for (const { last, verdict } of found.toSorted((a, b) => a.last - b.last)) {
    yield;
    const [nth, th] = [ids.get(verdict.id) ?? 1, alike.get(last) ?? 0];
    ids.set(verdict.id, nth + 1);
    alike.set(last, th + 1);
    const id = nth === 1 ? verdict.id : `${verdict.id}_${nth}`;
    if (th < MAX_ALIKE) all.push({ position: last * MAX_ALIKE + th, last, verdict: { ...verdict, id } });
  }
  return all;
}

/** The order in which attempts came. */
function inOrder(a: Attempt, b: Attempt): number {
  const byClock = a.signs.by === b.signs.by ? a.signs.at[0] - b.signs.at[0] : 0;
  return a.at - b.at || byClock || a.sequence - b.sequence;
}

/** What rules read of some attempts. */
export function* seenOf(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<Seen> {
  const ordered = attempts.toSorted(inOrder);
  yield;
  const pages = yield* pagesOf(ordered);
  const [series, walks] = [yield* seriesOf(ordered), yield* walksOf(pages)];
  const retries = yield* retriesOf(series);
  return { ...circumstances, attempts: ordered, series, retries, pages, walks };
}

function* judged(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<PositionedVerdict[]> {
  const seen = yield* seenOf(attempts, circumstances);
  const found: FoundVerdict[] = [];
  const before = (at: number): number => seen.attempts[arrivedBy(seen.attempts, at) - 1]?.sequence ?? seen.begun;
  for (const rule of rules) {
    for (const finding of rule.find(seen)) {
      yield;
      if (finding !== undefined) found.push(verdictOf(rule, finding, yield* groundOf(finding, before)));
    }
  }
  return yield* positioned(found);
}

/** The verdicts on some attempts, in the order of their last requests. */
export function judge(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<PositionedVerdict[]> {
  return rarely(judged(attempts, circumstances));
}
