/** Decides what a request meets of the rules that match it, by their counts: the same for the same counts. */
import type { Candidate } from './candidate.js';
import { drawDelay } from './draw-delay.js';
import { Gathered } from './gathered.js';
import type { Met } from './met.js';
import type { CountStep, Tally } from './tally.js';
import { type Present, weigh, type Weighed } from './weighed.js';

/** When and where a request meets faults, and what it meets already. */
export interface Evaluation extends Present {
  /** Whether something stands in the place of the answer already, so that no fault can. */
  readonly isForced: boolean;
  /** Whether the request is refused for its controls: then it counts, and nothing strikes. */
  readonly isRefused: boolean;
}

/** Applies the quotas and outages of a rule; whether one of them struck. */
function applyCounting({ candidate, windows }: Weighed, gathered: Gathered): boolean {
  const parts = candidate.rule.parts.filter(({ does }) => does === 'quota' || does === 'outage');
  const struck = parts.map(({ by }, index) => {
    const { strike, left = 0, headers } = windows[index] ?? { strike: undefined };
    if (headers !== undefined) gathered.quota(left, headers);
    return strike !== undefined && gathered.strike(strike, by);
  });
  return struck.includes(true);
}

/** Notes what is left of the quotas of all rules, none of which strikes. */
function showQuotas(all: readonly Weighed[], gathered: Gathered): ReadonlySet<Weighed> {
  for (const { isRipe, windows } of all) {
    for (const { left = 0, headers } of isRipe ? windows : []) if (headers !== undefined) gathered.quota(left, headers);
  }
  return new Set();
}

/** Applies the other parts of a rule; whether one of them struck. */
function applyOthers({ candidate, draw }: Weighed, gathered: Gathered): boolean {
  const struck = candidate.rule.parts.map((part) => {
    switch (part.does) {
      case 'strike':
        return gathered.strike(part.strike, part.by);
      case 'delay':
        return gathered.delay(drawDelay(part.fault, draw), part.by);
      case 'drip':
        return gathered.drip(part.fault, part.by);
      case 'bandwidth':
        return gathered.bandwidth(part.fault, part.by);
      case 'stall':
        return gathered.stall(part.fault, part.by);
      default:
        return false;
    }
  });
  return struck.includes(true);
}

/** Applies the first hang, which beats all others; undefined where there is none. */
function applyHang(ripe: readonly Weighed[], gathered: Gathered): Weighed | undefined {
  for (const one of ripe) {
    const hang = one.candidate.rule.parts.find((part) => part.does === 'hang');
    if (hang !== undefined && gathered.hang(hang.fault, hang.by)) return one;
  }
  return undefined;
}

/** Applies all rules; those that struck. */
function strikeAll(all: readonly Weighed[], gathered: Gathered): ReadonlySet<Weighed> {
  const ripe = all.filter(({ isRipe }) => isRipe);
  const hanging = applyHang(ripe, gathered);
  if (hanging !== undefined) return new Set([hanging]);
  // Quota and outage come before all others, wherever their rules stand.
  const first = ripe.filter((one) => applyCounting(one, gathered));
  return new Set([...first, ...ripe.filter((one) => applyOthers(one, gathered))]);
}

/** The counts to keep of a rule. */
function counts({ tallies, windows }: Weighed, hasStruck: boolean): readonly Tally[] {
  if (!hasStruck && windows.length === 0) return tallies;
  const own = hasStruck ? tallies.map((tally) => ({ ...tally, struck: tally.struck + 1 })) : tallies;
  return [...own, ...windows.map(({ tally }) => tally)];
}

/** Weighs rules by the counts under their keys, which stand one after the other. */
function weighAll(candidates: readonly Candidate[], held: readonly Tally[], at: Evaluation): Weighed[] {
  let from = 0;
  return candidates.map((candidate) => {
    const weighed = weigh(candidate, { held, from }, at);
    from += candidate.keys.length;
    return weighed;
  });
}

/** The counts to keep of all rules. */
function countsOf(all: readonly Weighed[], hasStruck: (one: Weighed) => boolean): readonly Tally[] {
  const kept: Tally[] = [];
  for (const one of all) kept.push(...counts(one, hasStruck(one)));
  return kept;
}

const nothing = (): boolean => false;

/** The step that counts a request for the rules that match it, and decides what it meets; their keys, one after the other, are those it counts. */
export function evaluation(candidates: readonly Candidate[], at: Evaluation): CountStep<Met | undefined> {
  return (held) => {
    const all = weighAll(candidates, held, at);
    // Most requests meet nothing of the rules that match them.
    if (!all.some(({ isRipe }) => isRipe)) return { tallies: countsOf(all, nothing), result: undefined };
    const gathered = new Gathered(at.isForced);
    const struck = at.isRefused ? showQuotas(all, gathered) : strikeAll(all, gathered);
    return { tallies: countsOf(all, (one) => struck.has(one)), result: gathered.met };
  };
}
