/** What a tRPC request meets of the faults that are set: each procedure by itself, and the request as a whole. */
import { isProblemFault } from '../call/forced-problem.js';
import type { Met, Strike } from '../faults/met.js';

/** Whether a strike is a problem, which a procedure can be answered with by itself. */
function isOfProcedure(strike: Strike): boolean {
  return 'fault' in strike && isProblemFault(strike.fault);
}

/** The first of something among what some procedures meet. */
function first<Part>(mets: readonly Met[], part: (met: Met) => Part | undefined): Part | undefined {
  return mets.map(part).find((one) => one !== undefined);
}

/** What happens to the request as a whole: all but problems and waits, the first of each. */
function wholeOf(mets: readonly Met[]): Met | undefined {
  if (mets.length === 0) return undefined;
  const headers = mets.flatMap(({ headers: own = {} }) => Object.entries(own));
  return {
    delayMs: 0,
    strike: first(mets, ({ strike }) => (strike === undefined || isOfProcedure(strike) ? undefined : strike)),
    drip: first(mets, ({ drip }) => drip),
    bandwidth: first(mets, ({ bandwidth }) => bandwidth),
    stall: first(mets, ({ stall }) => stall),
    hang: first(mets, ({ hang }) => hang),
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
    struck: mets.flatMap(({ struck }) => struck),
  };
}

/** What happens to the request happens to each of its procedures, so that none of them writes what is not to be written. */
function withWhole(own: Met | undefined, whole: Met | undefined): Met | undefined {
  if (whole === undefined) return own;
  const { strike = own?.strike, hang, stall, drip } = whole;
  return { delayMs: own?.delayMs ?? 0, strike, hang, stall, drip, struck: own?.struck ?? [] };
}

/** What a request meets, and each of its procedures. */
export class BatchMet {
  /** What the request meets as a whole; undefined where it meets nothing. */
  readonly whole: Met | undefined;
  readonly #own = new Map<string, (Met | undefined)[]>();

  /** @param own what each procedure meets, by its name, in the order in which the request names them */
  constructor(own: readonly (readonly [procedure: string, met: Met | undefined])[]) {
    this.whole = wholeOf(own.flatMap(([, met]) => met ?? []));
    for (const [procedure, met] of own) this.#own.set(procedure, [...(this.#own.get(procedure) ?? []), met]);
  }

  /** What the next call of a procedure meets. */
  next(procedure: string): Met | undefined {
    return withWhole(this.#own.get(procedure)?.shift(), this.whole);
  }
}
