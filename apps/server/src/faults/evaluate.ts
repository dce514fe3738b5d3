/** Decides what a request meets of the rules that match it, by their counts: the same for the same counts. */
import type { Candidate } from './candidate.js';
import { drawDelay } from './draw-delay.js';
import type { FaultOf, Met, Strike, StruckBy } from './met.js';
import type { CountStep, Tally } from './tally.js';
import { type Present, weigh, type Weighed } from './weighed.js';

/** What a request meets, as far as it is known. */
class Gathered {
  #delayMs = 0;
  #strike: Met['strike'];
  #drip: FaultOf<'drip'> | undefined;
  #bandwidth: FaultOf<'bandwidth'> | undefined;
  #stall: FaultOf<'stall'> | undefined;
  #hang: FaultOf<'hang'> | undefined;
  #quota: { readonly left: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly #struck: StruckBy[] = [];
  readonly #isForced: boolean;

  /** @param isForced whether something else stands in the place of the answer already, so that nothing can strike */
  constructor(isForced: boolean) {
    this.#isForced = isForced;
  }

  /** Notes what struck; each of these says whether it did. */
  #by(by: StruckBy): true {
    this.#struck.push(by);
    return true;
  }

  strike(strike: Strike, by: StruckBy): boolean {
    // Quota and outage come before what the request itself asks for.
    const isFirst = 'fault' in strike && strike.isFirst;
    if ((this.#isForced && !isFirst) || this.#strike !== undefined) return false;
    this.#strike = { ...strike, by };
    return this.#by(by);
  }

  delay(ms: number, by: StruckBy): boolean {
    this.#delayMs += ms;
    return this.#by(by);
  }

  drip(fault: FaultOf<'drip'>, by: StruckBy): boolean {
    if (this.#drip !== undefined) return false;
    this.#drip = fault;
    return this.#by(by);
  }

  bandwidth(fault: FaultOf<'bandwidth'>, by: StruckBy): boolean {
    if (this.#bandwidth !== undefined) return false;
    this.#bandwidth = fault;
    return this.#by(by);
  }

  stall(fault: FaultOf<'stall'>, by: StruckBy): boolean {
    if (this.#stall !== undefined) return false;
    this.#stall = fault;
    return this.#by(by);
  }

  hang(fault: FaultOf<'hang'>, by: StruckBy): boolean {
    this.#hang = fault;
    return this.#by(by);
  }

  /** Notes what is left of a quota; of several the answer shows the one of which the least is left. */
  quota(left: number, headers: Readonly<Record<string, string>>): void {
    if (this.#quota === undefined || left < this.#quota.left) this.#quota = { left, headers };
  }

  /** All of it; undefined where it is nothing. */
  get met(): Met | undefined {
    const headers = this.#quota?.headers;
    if (this.#struck.length === 0 && headers === undefined) return undefined;
    return {
      delayMs: this.#delayMs,
      strike: this.#strike,
      drip: this.#drip,
      bandwidth: this.#bandwidth,
      stall: this.#stall,
      hang: this.#hang,
      headers,
      struck: this.#struck,
    };
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
