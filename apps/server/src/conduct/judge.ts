/** Judges what the clients of a sandbox did: the same attempts give the same verdicts. */
import { conductRules, type Verdict } from '@understudy/contract';
import type { Attempt } from './attempt.js';
import type { Finding, Rule, Seen } from './rule.js';
import { rules } from './rules/index.js';
import { seriesOf } from './series.js';

/** A verdict with its position among all. */
export interface PositionedVerdict {
  /** Never changes: that of its last request, and its own among those of it. */
  readonly position: number;
  /** Sequence of its last request. */
  readonly last: number;
  readonly verdict: Verdict;
}

/** Requests that a verdict names. */
const MAX_REQUESTS = 100;

/** Verdicts that can end with the same request. */
const MAX_ALIKE = 64;

function verdictOf({ id: rule }: Rule, { attempts, detail, severity }: Finding): Omit<PositionedVerdict, 'position'> {
  const sequences = attempts.map(({ sequence }) => sequence);
  const [first, last] = [Math.min(...sequences), Math.max(...sequences)];
  const { reference, severity: gravest } = conductRules[rule];
  const verdict = {
    id: first === last ? `${rule}_${first}` : `${rule}_${first}_${last}`,
    rule,
    severity: severity ?? gravest,
    detail,
    requests: sequences.slice(0, MAX_REQUESTS),
    reference,
    at: new Date(Math.max(...attempts.map(({ at }) => at))).toISOString(),
  };
  return { last, verdict };
}

/** Gives each verdict an id and a position of its own. */
function positioned(found: readonly Omit<PositionedVerdict, 'position'>[]): PositionedVerdict[] {
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

/** The verdicts on some attempts, in the order of their last requests; it yields where others may have a turn. */
export function* judge(
  attempts: readonly Attempt[],
  circumstances: Omit<Seen, 'attempts' | 'series'>,
): Generator<void, PositionedVerdict[]> {
  const ordered = attempts.toSorted(inOrder);
  const seen: Seen = { ...circumstances, attempts: ordered, series: yield* seriesOf(ordered) };
  const found: Omit<PositionedVerdict, 'position'>[] = [];
  for (const rule of rules) {
    yield;
    for (const finding of rule.find(seen)) found.push(verdictOf(rule, finding));
  }
  return positioned(found);
}
