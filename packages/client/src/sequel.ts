/** Decides what follows a failed attempt: a new token, a wait and another attempt, or the end of the call. */
import type { Call } from './call.js';
import { aborted, type Failure } from './failure.js';
import { faultText, isForced } from './fault.js';
import { decide } from './retry.js';
import { abortable } from './sleep.js';

/** Another attempt after a wait in ms; or the end, with the failure as the caller gets it. */
export type Verdict = { readonly waitMs: number } | { readonly failure: Failure };

/** What follows the failed attempts of one call. */
export class Sequel {
  readonly #call: Call;
  readonly #keyed: boolean;
  /** A walk may outlive its scenario; the calls after it are retried as ever. */
  readonly #isPlayed: boolean;
  #retries = 0;
  #hasRenewed = false;

  constructor(call: Call, { keyed }: { readonly keyed: boolean }) {
    this.#call = call;
    this.#keyed = keyed;
    this.#isPlayed = !call.scenario.isOver;
  }

  /** What follows a failure of an attempt that carried this token. */
  async after(failure: Failure, token: string | undefined): Promise<Verdict> {
    try {
      if (await this.#renews(failure, token)) return { waitMs: 0 };
    } catch (cause) {
      if (this.#call.controls.signal?.aborted === true) return { failure: aborted(cause) };
      return { failure: { ...failure, detail: `${failure.detail} A new token could not be had.`, cause } };
    }
    const { settings, route, controls, scenario } = this.#call;
    const decision = decide({
      failure,
      policy: settings.retry,
      method: route.method,
      keyed: this.#keyed,
      retries: this.#retries,
      scenario: this.#isPlayed ? scenario.goesOn : undefined,
      forced: this.#isForced(failure),
      cors: controls.cors !== undefined,
    });
    this.#retries += 1;
    if ('waitMs' in decision) return decision;
    return {
      failure: decision.why === undefined ? failure : { ...failure, detail: `${failure.detail} ${decision.why}` },
    };
  }

  /** Whether the failure is the one that the attempt asked for: the network may have failed before it. */
  #isForced(failure: Failure): boolean {
    const { scenario, controls } = this.#call;
    return isForced([scenario.failure, faultText(controls.fault)].join(), failure);
  }

  /** Once for each call; a refusal that is forced would come again, unless a scenario goes on. */
  async #renews(failure: Failure, token: string | undefined): Promise<boolean> {
    const { kind, status } = failure;
    const isRefused = status === 401 && (kind === 'unauthorized' || kind === 'unexpected_status');
    if (!isRefused || this.#hasRenewed || (this.#isForced(failure) && !this.#isPlayed)) return false;
    const { settings, controls } = this.#call;
    this.#hasRenewed = await abortable(settings.session.renew(token), controls.signal);
    return this.#hasRenewed;
  }
}
