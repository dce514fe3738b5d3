/** Carries out a call: attempt after attempt, until one succeeds or no further one may follow. */
import { ApiError } from './api-error.js';
import type { Attempt } from './attempt.js';
import { attemptOf, type Call, headersOf } from './call.js';
import { aborted, type Failure } from './failure.js';
import { summaryOf } from './request-summary.js';
import { about } from './read-answer.js';
import { type Order, type Outcome, send } from './send.js';
import { abortable } from './sleep.js';
import { faultText, isForced } from './fault.js';
import { decide } from './retry.js';

/** Another attempt after a wait in ms; or the end, with the failure as the caller gets it. */
type Verdict = { readonly waitMs: number } | { readonly failure: Failure };

/** What follows the failed attempts of one call. */
class Sequel {
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

/** A call that succeeded. */
export interface Exchange {
  readonly body: unknown;
  /** The last answer; its body has been read. */
  readonly response: Response;
  readonly attempts: readonly Attempt[];
  /** The attempt that succeeded. */
  readonly order: Order;
}

/** What comes along with the data of an answer. */
export function besidesOf({ response, attempts, order }: Exchange) {
  const [location, etag] = ['location', 'etag'].map((name) => response.headers.get(name) ?? undefined);
  // It may be relative to the request (RFC 9110 §10.2.2).
  const isAddress = location !== undefined && URL.canParse(location, order.url);
  return { response, attempts, location: isAddress ? new URL(location, order.url).href : undefined, etag };
}

/**
 * Carries out a call.
 *
 * @throws ApiError once no further attempt may follow.
 */
export async function exchange(call: Call): Promise<Exchange> {
  const { operation, scenario, resume, lastEventId, settings } = call;
  const headers = headersOf(call);
  const sequel = new Sequel(call, { keyed: 'idempotency-key' in headers });
  const attempts: Attempt[] = [];
  for (;;) {
    const { token } = settings.session;
    const order = attemptOf(call, headers, scenario.next());
    const outcome = checked(call, await send(order));
    if (!('failure' in outcome)) {
      note(call, attempts, { status: outcome.response.status, kind: 'ok', waitMs: 0, retriedBecause: undefined });
      // The spread last: V8 adds what follows one member by member, for each call.
      return { attempts, order, ...outcome };
    }
    const { status, kind, detail } = outcome.failure;
    const last: Attempt = { status, kind, waitMs: 0, retriedBecause: undefined };
    const request = summaryOf(order);
    const verdict = await sequel.after(outcome.failure, token);
    if ('failure' in verdict) {
      note(call, attempts, last);
      throw new ApiError({ operation, failure: verdict.failure, attempts, request, resume, lastEventId });
    }
    const { waitMs } = verdict;
    note(call, attempts, { ...last, waitMs, retriedBecause: detail });
    const failure = await pause(call, waitMs);
    if (failure === undefined) continue;
    const made = [...attempts.slice(0, -1), last];
    throw new ApiError({ operation, failure, attempts: made, request, resume, lastEventId });
  }
}

/** Waits; gives the failure if the caller ends the wait. */
export async function pause(
  { controls, settings }: Pick<Call, 'controls' | 'settings'>,
  ms: number,
): Promise<Failure | undefined> {
  const { signal } = controls;
  try {
    await abortable(settings.sleep(ms, signal), signal);
    return undefined;
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
    return aborted(cause);
  }
}

/** An answer that breaks the contract is a failure, where the client is asked to look. */
function checked({ settings, operation, route }: Call, outcome: Outcome): Outcome {
  const isJson = !['nothing', 'stream', 'file', 'lines'].includes(route.answers);
  if (settings.validate === undefined || 'failure' in outcome || !isJson) return outcome;
  const { body, response } = outcome;
  const { output } = route;
  const faults = settings.validate({ operation, body, ...(output === undefined ? {} : { output }) });
  if (faults.length === 0) return outcome;
  const reasons = faults.map(({ pointer = '#', detail }) => `${pointer} ${detail}`).join('; ');
  const detail = `The answer breaks the contract: ${reasons}.`;
  return { failure: { kind: 'validation', detail, retryable: false, ...about(response), faults } };
}

function note({ settings, operation, route }: Call, attempts: Attempt[], attempt: Attempt): void {
  attempts.push(attempt);
  const { status, kind, waitMs, retriedBecause } = attempt;
  settings.logger?.debug(`${operation}: ${route.method} attempt ${attempts.length}: ${kind} ${status ?? ''}`.trimEnd());
  if (retriedBecause === undefined) return;
  settings.logger?.warn(`${operation}: ${kind}, again in ${Math.round(waitMs)} ms: ${retriedBecause}`);
}
