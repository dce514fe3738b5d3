/** Gathers what one request meets: of answer and connection faults the first, of time faults the first of each kind. */
import type { FaultOf, Met, Strike, StruckBy } from './met.js';

/** What a request meets, as far as it is known. */
export class Gathered {
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
