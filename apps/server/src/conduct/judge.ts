/** Judges what the clients of a sandbox did: the same attempts give the same verdicts. */
import { conductRules, type Verdict } from '@understudy/contract';
import { arrivedBy } from './arrived.js';
import type { Attempt } from './attempt.js';
import { pagesOf } from './pages.js';
import type { Circumstances, Finding, Rule, Seen } from './rule.js';
import { rules } from './rules/index.js';
import { seriesOf } from './series.js';
import { walksOf } from './walks.js';

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

function groundOf(finding: Finding, before: (at: number) => number): Ground {
  if ('delivery' in finding) {
    const { id, attempt, at } = finding.delivery;
    return { name: `${id}_${attempt}`, sequences: [], last: before(at), at };
  }
  const { attempts } = finding;
  const sequences = attempts.map(({ sequence }) => sequence);
  const first = sequences.reduce((least, one) => Math.min(least, one));
  const last = sequences.reduce((most, one) => Math.max(most, one));
  const at = attempts.reduce((latest, one) => Math.max(latest, one.at), 0);
  return { name: first === last ? `${first}` : `${first}_${last}`, sequences, last, at };
}

function verdictOf({ id: rule }: Rule, finding: Finding, { name, sequences, last, at }: Ground): FoundVerdict {
  const { reference, severity: gravest } = conductRules[rule];
  const verdict = {
    id: `${rule}_${name}`,
    rule,
    severity: finding.severity ?? gravest,
    detail: finding.detail,
    requests: sequences.slice(0, MAX_REQUESTS),
    reference,
    at: new Date(at).toISOString(),
  };
  return { last, verdict };
}

/** Gives each verdict an id and a position of its own. */
function positioned(found: readonly FoundVerdict[]): PositionedVerdict[] {
  const ids = new Map<string, number>();
  const alike = new Map<number, number>();
  // A sort keeps the order of what is equal: that of the rules.
  return found
    .toSorted((a, b) => a.last - b.last)
    .flatMap(({ last, verdict }) => {
      const [nth, th] = [ids.get(verdict.id) ?? 1, alike.get(last) ?? 0];
      ids.set(verdict.id, nth + 1);
      alike.set(last, th + 1);
      const id = nth === 1 ? verdict.id : `${verdict.id}_${nth}`;
      return th < MAX_ALIKE ? [{ position: last * MAX_ALIKE + th, last, verdict: { ...verdict, id } }] : [];
    });
}

/** The order in which attempts came. */
function inOrder(a: Attempt, b: Attempt): number {
  const byClock = a.signs.by === b.signs.by ? a.signs.at[0] - b.signs.at[0] : 0;
  return a.at - b.at || byClock || a.sequence - b.sequence;
}

/** What rules read of some attempts; it yields where others may have a turn. */
export function* seenOf(attempts: readonly Attempt[], circumstances: Circumstances): Generator<void, Seen> {
  const ordered = attempts.toSorted(inOrder);
  yield;
  const pages = yield* pagesOf(ordered);
  const [series, walks] = [yield* seriesOf(ordered), yield* walksOf(pages)];
  return { ...circumstances, attempts: ordered, series, pages, walks };
}

/** The verdicts on some attempts, in the order of their last requests; it yields where others may have a turn. */
export function* judge(
  attempts: readonly Attempt[],
  circumstances: Circumstances,
): Generator<void, PositionedVerdict[]> {
  const seen = yield* seenOf(attempts, circumstances);
  const found: FoundVerdict[] = [];
  const before = (at: number): number => seen.attempts[arrivedBy(seen.attempts, at) - 1]?.sequence ?? seen.begun;
  for (const rule of rules) {
    yield;
    for (const finding of rule.find(seen)) {
      found.push(verdictOf(rule, finding, groundOf(finding, before)));
      yield;
    }
  }
  return positioned(found);
}
