/** Decides what the rules that match a request do to it, by their counts: the same for the same counts. */
import { hashText, Random } from '../kit/random.js';
import type { Candidate } from './rule-book.js';
import {
  type AppliedFault,
  type ContentEffect,
  type FaultEffect,
  type FaultOf,
  type FaultOutcome,
  limitHeaders,
} from './outcome.js';
import { type CountStep, NO_TALLY, type Tally } from './action.js';

/** The longest delay, in ms; the log-normal distribution has no end. */
const MAX_MS = 60_000;

/** 99 % of a normal distribution lie below so many standard deviations. */
const DEVIATIONS_OF_P99 = 2.326_347_874_040_841;

/** A number of the normal distribution with mean 0 and deviation 1 (Box and Muller). */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
  return radius * Math.cos(2 * Math.PI * random.fraction());
}

/** Whether how long a delay is has to be drawn. */
export function isDrawn({ ms }: FaultOf<'delay'>): boolean {
  return ms === undefined;
}

/** How long a delay is, in ms. */
function drawDelay({ ms, min, max, p50 = 0, p99 = 0 }: FaultOf<'delay'>, draw: () => Random): number {
  if (ms !== undefined) return ms;
  const random = draw();
  if (min !== undefined && max !== undefined) return min + random.fraction() * (max - min);
  if (p50 === 0) return 0;
  const deviation = Math.log(p99 / p50) / DEVIATIONS_OF_P99;
  return Math.min(p50 * Math.exp(deviation * normal(random)), MAX_MS);
}

/** What a quota comes to for one request. */
interface QuotaState {
  readonly tally: Tally;
  /** Requests that are left in the window. */
  readonly left: number;
  /** Headers that say so, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What strikes where the quota was used up before; undefined where the request is one of it. */
  readonly effect: FaultEffect | undefined;
}

/** The count in the window that an instant is in; one that a clock was set back before is over as well. */
function inWindow(held: Tally, lengthMs: number, now: number): Tally {
  const { since } = held;
  return since === null || now < since || now >= since + lengthMs ? { ...held, since: now, used: 0 } : held;
}

/**
 * Counts a request.
 *
 * @param now the sandbox's present, in ms since 1970
 */
function useQuota({ limit, window }: FaultOf<'quota'>, held: Tally, now: number): QuotaState {
  const present = inWindow(held, window * 1000, now);
  const isOver = present.used >= limit;
  const tally = isOver ? present : { ...present, used: present.used + 1 };
  const end = (present.since ?? now) + window * 1000;
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  const left = limit - tally.used;
  const headers = limitHeaders({ limit, window, left, seconds, end: Math.ceil(end / 1000) });
  const fault = { fault: 'rate_limit', retry_after: seconds, commit: 'before' } as const;
  return { tally, left, headers, effect: isOver ? { fault, headers, isFirst: true } : undefined };
}

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
  readonly effect: FaultEffect | undefined;
  /** What is left of a quota, and the headers that say so. */
  readonly left?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule with what its counts say. */
export interface RuleCount {
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
    return { tally, effect: isOver ? undefined : part.effect };
  });
}

/** A count with the request in it. Written out, since it is made for each rule of each request. */
function withMatch({ matched, struck, since, used }: Tally): Tally {
  return { matched: matched + 1, struck, since, used };
}

/** Gives what is drawn for a rule, where something is: most rules draw nothing, and are spared the hashing of what it follows from. */
function drawing({ rule: { id }, counted }: Candidate, matched: number, { seed }: Present): () => Random {
  let random: Random | undefined;
  return () => (random ??= new Random(hashText(`${seed}\n${id}`), hashText(`${counted}\n${matched}`)));
}

const NO_WINDOWS: readonly Window[] = [];

/** The counts of windows, where its rule does not strike: they stay as they are. */
const untouched = (tally: Tally): Window => ({ tally, effect: undefined });

/** The counts of all rules, and the position from which on those of one stand. */
export interface CountsBefore {
  readonly held: readonly Tally[];
  readonly from: number;
}

/** Weighs a rule by the counts under its keys. It is done for each rule of each request, so it copies nothing that it can leave. */
function weigh(candidate: Candidate, { held, from }: CountsBefore, present: Present): RuleCount {
  const { rule, keys, own } = candidate;
  const { after, every, times, probability } = rule;
  const { matched, struck } = (own === 0 ? undefined : held[from + own - 1]) ?? NO_TALLY;
  const tallies: Tally[] = [];
  for (let i = from; i < from + own; i++) tallies.push(withMatch(held[i] ?? NO_TALLY));
  const draw = drawing(candidate, matched, present);
  const isNth = matched >= after && (matched - after) % every === 0 && struck < times;
  const isRipe = isNth && (probability >= 1 || draw().fraction() < probability);
  if (keys.length === own && !isRipe) return { candidate, isRipe, draw, tallies, windows: NO_WINDOWS };
  const windows = held.slice(from + own, from + keys.length);
  return {
    candidate,
    isRipe,
    draw,
    tallies,
    windows: isRipe ? windowsOf(candidate, windows, present) : windows.map(untouched),
  };
}

/** The faults of which a request meets one of each kind: the first. */
type OnceFault = FaultOf<'drip' | 'bandwidth' | 'stall' | 'hang'>;

/** What a request meets, as far as it is known. */
class OngoingEvaluation {
  #delayMs = 0;
  #effect: FaultOutcome['effect'];
  readonly #once: { [Name in OnceFault['fault']]?: FaultOf<Name> } = {};
  #quota: { readonly left: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly #applied: AppliedFault[] = [];
  readonly #content: ContentEffect[] = [];
  readonly #isForced: boolean;

  /** @param isForced whether something else stands in the place of the answer already, so that nothing can strike */
  constructor(isForced: boolean) {
    this.#isForced = isForced;
  }

  /** Notes what struck; each of these says whether it did. */
  #by(by: AppliedFault): true {
    this.#applied.push(by);
    return true;
  }

  effect(effect: FaultEffect, by: AppliedFault): boolean {
    // Quota and outage come before what the request itself asks for.
    const isFirst = 'fault' in effect && effect.isFirst;
    if ((this.#isForced && !isFirst) || this.#effect !== undefined) return false;
    this.#effect = { ...effect, by };
    return this.#by(by);
  }

  delay(ms: number, by: AppliedFault): boolean {
    this.#delayMs += ms;
    return this.#by(by);
  }

  once(fault: OnceFault, by: AppliedFault): boolean {
    if (this.#once[fault.fault] !== undefined) return false;
    Object.assign(this.#once, { [fault.fault]: fault });
    return this.#by(by);
  }

  alter(effect: ContentEffect): true {
    this.#content.push(effect);
    return true;
  }

  /** Notes what is left of a quota; of several the answer shows the one of which the least is left. */
  quota(left: number, headers: Readonly<Record<string, string>>): void {
    if (this.#quota === undefined || left < this.#quota.left) this.#quota = { left, headers };
  }

  /** All of it; undefined where it is nothing. */
  get outcome(): FaultOutcome | undefined {
    const headers = this.#quota?.headers;
    const content = this.#content.length === 0 ? undefined : this.#content;
    if (this.#applied.length === 0 && headers === undefined && content === undefined) return undefined;
    const { drip, bandwidth, stall, hang } = this.#once;
    const applied = this.#applied;
    return { delayMs: this.#delayMs, effect: this.#effect, drip, bandwidth, stall, hang, content, headers, applied };
  }
}

/** When and where a request meets faults, and what it meets already. */
export interface Evaluation extends Present {
  /** Whether something stands in the place of the answer already, so that no fault can. */
  readonly isForced: boolean;
  /** Whether the request is refused for its controls: then it counts, and nothing strikes. */
  readonly isRefused: boolean;
}

/** Applies the quotas and outages of a rule; whether one of them struck. */
function applyCounting({ candidate, windows }: RuleCount, ongoing: OngoingEvaluation): boolean {
  const parts = candidate.rule.parts.filter(({ does }) => does === 'quota' || does === 'outage');
  const struck = parts.map(({ by }, index) => {
    const { effect, left = 0, headers } = windows[index] ?? { effect: undefined };
    if (headers !== undefined) ongoing.quota(left, headers);
    return effect !== undefined && ongoing.effect(effect, by);
  });
  return struck.includes(true);
}

/** Notes what is left of the quotas of all rules, none of which strikes. */
function showQuotas(all: readonly RuleCount[], ongoing: OngoingEvaluation): ReadonlySet<RuleCount> {
  for (const { isRipe, windows } of all) {
    for (const { left = 0, headers } of isRipe ? windows : []) if (headers !== undefined) ongoing.quota(left, headers);
  }
  return new Set();
}

/** Applies the other parts of a rule; whether one of them struck. */
function applyOthers({ candidate, draw }: RuleCount, ongoing: OngoingEvaluation): boolean {
  const struck = candidate.rule.parts.map((part) => {
    switch (part.does) {
      case 'effect':
        return ongoing.effect(part.effect, part.by);
      case 'alter':
        return ongoing.alter(part);
      case 'delay':
        return ongoing.delay(drawDelay(part.fault, draw), part.by);
      case 'drip':
      case 'bandwidth':
      case 'stall':
        return ongoing.once(part.fault, part.by);
      default:
        return false;
    }
  });
  return struck.includes(true);
}

/** Applies the first hang, which beats all others; undefined where there is none. */
function applyHang(ripe: readonly RuleCount[], ongoing: OngoingEvaluation): RuleCount | undefined {
  for (const one of ripe) {
    const hang = one.candidate.rule.parts.find((part) => part.does === 'hang');
    if (hang !== undefined && ongoing.once(hang.fault, hang.by)) return one;
  }
  return undefined;
}

/** Applies all rules; those that struck. */
function applyAll(all: readonly RuleCount[], ongoing: OngoingEvaluation): ReadonlySet<RuleCount> {
  const ripe = all.filter(({ isRipe }) => isRipe);
  const hanging = applyHang(ripe, ongoing);
  if (hanging !== undefined) return new Set([hanging]);
  // Quota and outage come before all others, wherever their rules stand.
  const first = ripe.filter((one) => applyCounting(one, ongoing));
  return new Set([...first, ...ripe.filter((one) => applyOthers(one, ongoing))]);
}

/** The counts to keep of a rule. */
function counts({ tallies, windows }: RuleCount, isApplied: boolean): readonly Tally[] {
  if (!isApplied && windows.length === 0) return tallies;
  const own = isApplied ? tallies.map((tally) => ({ ...tally, struck: tally.struck + 1 })) : tallies;
  return [...own, ...windows.map(({ tally }) => tally)];
}

/** Weighs rules by the counts under their keys, which stand one after the other. */
function weighAll(candidates: readonly Candidate[], held: readonly Tally[], at: Evaluation): RuleCount[] {
  let from = 0;
  return candidates.map((candidate) => {
    const weighed = weigh(candidate, { held, from }, at);
    from += candidate.keys.length;
    return weighed;
  });
}

/** The counts to keep of all rules. */
function countsOf(all: readonly RuleCount[], hasStruck: (one: RuleCount) => boolean): readonly Tally[] {
  const kept: Tally[] = [];
  for (const one of all) kept.push(...counts(one, hasStruck(one)));
  return kept;
}

const nothing = (): boolean => false;

/** The step that counts a request for the rules that match it, and decides what it meets; their keys, one after the other, are those it counts. */
export function evaluation(candidates: readonly Candidate[], at: Evaluation): CountStep<FaultOutcome | undefined> {
  return (held) => {
    const all = weighAll(candidates, held, at);
    // Most requests meet nothing of the rules that match them.
    if (!all.some(({ isRipe }) => isRipe)) return { tallies: countsOf(all, nothing), result: undefined };
    const ongoing = new OngoingEvaluation(at.isForced);
    const struck = at.isRefused ? showQuotas(all, ongoing) : applyAll(all, ongoing);
    return { tallies: countsOf(all, (one) => struck.has(one)), result: ongoing.outcome };
  };
}
