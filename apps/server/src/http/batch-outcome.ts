/** What a tRPC request meets of the faults that are set: each procedure by itself, and the request as a whole. */
import { isProblemFault } from '../call/forced-problem.js';
import type { FaultOutcome, FaultEffect } from '../faults/outcome.js';

/** Whether a strike is a problem, which a procedure can be answered with by itself. */
function isOfProcedure(strike: FaultEffect): boolean {
  return 'fault' in strike && isProblemFault(strike.fault);
}

/** The first of something among what some procedures meet. */
function first<Part>(mets: readonly FaultOutcome[], part: (met: FaultOutcome) => Part | undefined): Part | undefined {
  return mets.map(part).find((one) => one !== undefined);
}

/** What happens to the request as a whole: all but problems and waits, the first of each. */
function wholeOf(mets: readonly FaultOutcome[]): FaultOutcome | undefined {
  if (mets.length === 0) return undefined;
  const headers = mets.flatMap(({ headers: own = {} }) => Object.entries(own));
  return {
    delayMs: 0,
    effect: first(mets, ({ effect: strike }) => (strike === undefined || isOfProcedure(strike) ? undefined : strike)),
    drip: first(mets, ({ drip }) => drip),
    bandwidth: first(mets, ({ bandwidth }) => bandwidth),
    stall: first(mets, ({ stall }) => stall),
    hang: first(mets, ({ hang }) => hang),
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
    applied: mets.flatMap(({ applied: struck }) => struck),
  };
}

/** What happens to the request happens to each of its procedures, so that none of them writes what is not to be written. */
function withWhole(own: FaultOutcome | undefined, whole: FaultOutcome | undefined): FaultOutcome | undefined {
  if (whole === undefined) return own;
  const { effect: strike = own?.effect, hang, stall, drip } = whole;
  return { delayMs: own?.delayMs ?? 0, effect: strike, hang, stall, drip, applied: own?.applied ?? [] };
}

/** What a request meets, and each of its procedures. */
export class BatchOutcome {
  /** What the request meets as a whole; undefined where it meets nothing. */
  readonly whole: FaultOutcome | undefined;
  readonly #own = new Map<string, (FaultOutcome | undefined)[]>();

  /** @param own what each procedure meets, by its name, in the order in which the request names them */
  constructor(own: readonly (readonly [procedure: string, met: FaultOutcome | undefined])[]) {
    this.whole = wholeOf(own.flatMap(([, met]) => met ?? []));
    for (const [procedure, met] of own) this.#own.set(procedure, [...(this.#own.get(procedure) ?? []), met]);
  }

  /** What the next call of a procedure meets. */
  next(procedure: string): FaultOutcome | undefined {
    return withWhole(this.#own.get(procedure)?.shift(), this.whole);
  }
}
