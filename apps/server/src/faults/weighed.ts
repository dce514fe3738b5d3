/** A rule that matches a request, weighed by its counts: whether it strikes, if its fault can. */
import { hashText, Random } from '../kit/random.js';
import { type Candidate, countsApart } from './candidate.js';
import type { Strike } from './met.js';
import { useQuota } from './quota.js';
import { NO_TALLY, type Tally } from './tally.js';

/** When and where a request meets faults. */
export interface Present {
  /** Seed of the sandbox. */
  readonly seed: string;
  /** The sandbox's present, in ms since 1970. */
  readonly now: number;
}

/** What a quota or an outage comes to for the request. */
interface Window {
  readonly tally: Tally;
  /** What strikes; undefined where the quota is not used up, or the outage is over. */
  readonly strike: Strike | undefined;
  /** What is left of a quota, and the headers that say so. */
  readonly left?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule with what its counts say. */
export interface Weighed {
  readonly candidate: Candidate;
  /** Whether it strikes, if its fault can. */
  readonly isRipe: boolean;
  /** Gives what is drawn for it from now on: the same each time it is counted so. */
  readonly draw: () => Random;
  /** Counts of the rule, with the request in them. */
  readonly tallies: readonly Tally[];
  /** Its quotas and outages, in the order of its parts. */
  readonly windows: readonly Window[];
}

/** An outage begins with the first request that meets it, and never again. */
function beginOutage(seconds: number, held: Tally, { now }: Present): { tally: Tally; isOver: boolean } {
  const since = held.since ?? now;
  return { tally: { ...held, since }, isOver: now >= since + seconds * 1000 };
}

function windowsOf({ rule: { parts } }: Candidate, held: readonly Tally[], present: Present): Window[] {
  const counting = parts.filter((part) => part.does === 'quota' || part.does === 'outage');
  return counting.map((part, index) => {
    const own = held[index] ?? NO_TALLY;
    if (part.does === 'quota') return useQuota(part.fault, own, present.now);
    const { tally, isOver } = beginOutage(part.fault.seconds, own, present);
    return { tally, strike: isOver ? undefined : part.strike };
  });
}

/** Weighs a rule by the counts under its keys. */
export function weigh(candidate: Candidate, held: readonly Tally[], present: Present): Weighed {
  const { rule, counted } = candidate;
  const { id, after, every, times, probability } = rule;
  const own = Number(rule.isCounted && rule.key !== undefined) + Number(rule.isCounted && countsApart(rule));
  const counts = held.slice(0, own);
  const { matched, struck } = counts.at(-1) ?? NO_TALLY;
  let random: Random | undefined;
  // Most rules draw nothing, and are spared the hashing of what draws follow from.
  const draw = (): Random =>
    (random ??= new Random(hashText(`${present.seed}\n${id}`), hashText(`${counted}\n${matched}`)));
  const isNth = matched >= after && (matched - after) % every === 0 && struck < times;
  const isRipe = isNth && (probability >= 1 || draw().fraction() < probability);
  const windows = held.slice(own);
  return {
    candidate,
    isRipe,
    draw,
    tallies: counts.map((tally) => ({ ...tally, matched: tally.matched + 1 })),
    windows: isRipe ? windowsOf(candidate, windows, present) : windows.map((tally) => ({ tally, strike: undefined })),
  };
}
