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

function hangs({ isRipe, candidate: { rule } }: Weighed): boolean {
  return isRipe && rule.parts.some((part) => part.does === 'hang');
}

/** Applies the parts of a rule; whether one of them struck. */
function apply({ candidate, random, windows }: Weighed, gathered: Gathered): boolean {
  let window = 0;
  const struck = candidate.rule.parts.map((part) => {
    switch (part.does) {
      case 'strike':
        return gathered.strike(part.strike, part.by);
      case 'delay':
        return gathered.delay(drawDelay(part.fault, random), part.by);
      case 'drip':
        return gathered.drip(part.fault, part.by);
      case 'bandwidth':
        return gathered.bandwidth(part.fault, part.by);
      case 'stall':
        return gathered.stall(part.fault, part.by);
      case 'hang':
        return gathered.hang(part.fault, part.by);
      case 'quota':
      case 'outage': {
        const { strike, left = 0, headers } = windows[window++] ?? { strike: undefined };
        if (headers !== undefined) gathered.quota(left, headers);
        return strike !== undefined && gathered.strike(strike, part.by);
      }
    }
  });
  return struck.includes(true);
}

/** Applies the hang of a rule alone. */
function applyHang({ candidate }: Weighed, gathered: Gathered): boolean {
  const hang = candidate.rule.parts.find((part) => part.does === 'hang');
  return hang !== undefined && gathered.hang(hang.fault, hang.by);
}

/** The counts to keep of a rule. */
function counts({ tallies, windows }: Weighed, hasStruck: boolean): Tally[] {
  const own = hasStruck ? tallies.map((tally) => ({ ...tally, struck: tally.struck + 1 })) : tallies;
  return [...own, ...windows.map(({ tally }) => tally)];
}

/** The step that counts a request for the rules that match it, and decides what it meets; their keys, one after the other, are those it counts. */
export function evaluation(candidates: readonly Candidate[], at: Evaluation): CountStep<Met | undefined> {
  return (held) => {
    let start = 0;
    const all = candidates.map((candidate) => {
      const from = start;
      start += candidate.keys.length;
      return weigh(candidate, held.slice(from, start), at);
    });
    const gathered = new Gathered(at.isForced);
    // It beats all others.
    const hanging = all.find(hangs);
    const tallies = all.flatMap((one) => {
      if (at.isRefused) return counts(one, false);
      if (hanging !== undefined) return counts(one, one === hanging && applyHang(one, gathered));
      return counts(one, one.isRipe && apply(one, gathered));
    });
    return { tallies, result: gathered.met };
  };
}
