/** A rule that matches a request, weighed by its counts: whether it strikes, if its fault can. */
import { hashText, Random } from '../kit/random.js';
import type { Candidate } from './candidate.js';
import type { FaultOf, Strike } from './met.js';
import { NO_TALLY, type Tally } from './tally.js';
import { limitHeaders } from './limit-headers.js';

/** What a quota comes to for one request. */
interface QuotaState {
  readonly tally: Tally;
  /** Requests that are left in the window. */
  readonly left: number;
  /** Headers that say so, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What strikes where the quota was used up before; undefined where the request is one of it. */
  readonly strike: Strike | undefined;
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
  return { tally, left, headers, strike: isOver ? { fault, headers, isFirst: true } : undefined };
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
const untouched = (tally: Tally): Window => ({ tally, strike: undefined });

/** The counts of all rules, and the position from which on those of one stand. */
export interface Held {
  readonly held: readonly Tally[];
  readonly from: number;
}

/** Weighs a rule by the counts under its keys. It is done for each rule of each request, so it copies nothing that it can leave. */
export function weigh(candidate: Candidate, { held, from }: Held, present: Present): Weighed {
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
