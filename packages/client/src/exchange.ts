/** Carries out a call: attempt after attempt, until one succeeds or no further one may follow. */
import { aborted, ApiError, type Attempt, type Failure, type Resume } from './api-error.js';
import type { Settings } from './client-options.js';
import { type AnyControls, type CallControls, faultText, holdMs, isForced, withControls } from './controls.js';
import type { SimulatedError } from './generated/types.js';
import { about } from './read-answer.js';
import { summaryOf } from './request-summary.js';
import { decide, isIdempotent } from './retry.js';
import type { Input, Route } from './route.js';
import { type Order, type Outcome, send } from './send.js';
import { abortable, LONGEST_TIMER_MS } from './sleep.js';
import type { Target } from './target.js';

/** The steps of a call, taken one per attempt; nothing is kept on the server. */
export class Scenario {
  readonly #controls: CallControls;
  #count = 0;
  #failure: SimulatedError | undefined;

  constructor(controls: CallControls) {
    this.#controls = controls;
  }

  /** Whether no step is left, or there never was one. */
  get isOver(): boolean {
    return this.#count >= (this.#controls.scenario?.length ?? 0);
  }

  /** Whether the attempt just made had a step, so that another one may follow. */
  get goesOn(): boolean {
    return this.#count <= (this.#controls.scenario?.length ?? 0);
  }

  /** The failure that the attempt just made asked for. */
  get failure(): SimulatedError | undefined {
    return this.#failure;
  }

  /** The failure that the next attempt meets, if any. */
  next(): SimulatedError | undefined {
    const { scenario, simulateError } = this.#controls;
    const step = scenario === undefined ? simulateError : scenario[this.#count];
    if (scenario !== undefined) this.#count += 1;
    this.#failure = step === 'ok' ? undefined : step;
    return this.#failure;
  }
}

/** A call to make. */
export interface Call {
  /** `domain.operation`. */
  readonly operation: string;
  readonly route: Route;
  readonly target: Target;
  readonly controls: AnyControls;
  readonly scenario: Scenario;
  readonly settings: Settings;
  /** Input that leads back to this page of a list, for the error that may come of it. */
  readonly resume?: Resume | undefined;
  /** Id of the last event of a stream, for the same error. */
  readonly lastEventId?: string | undefined;
}

/** A call whose input is still to be laid out: a list is asked for one page after the other. */
export type UnaimedCall = Omit<Call, 'target' | 'scenario'> & { readonly input: Input };

/** The headers of every attempt of a call; the same ones, so that the server knows a repeated write. */
function headersOf(call: Call): Record<string, string> {
  const { target, controls } = call;
  const key = idempotencyKey(call);
  const headers: Record<string, string> = {
    // Safelisted by CORS; any other header would make a browser ask before a simple GET.
    accept: call.route.answers === 'file' || call.route.answers === 'lines' ? '*/*' : 'application/json',
  };
  if (target.body !== undefined) headers['content-type'] = target.contentType ?? 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  Object.assign(headers, target.headers);
  if (controls.ifMatch !== undefined) headers['if-match'] = controls.ifMatch;
  return headers;
}

/**
 * The caller's key, or a new one where a write that would do more the second time, or be refused since it has succeeded,
 * is to be retried: it must stand on the first attempt already.
 */
function idempotencyKey({ route, controls, settings }: Call): string | undefined {
  if (route.keyed !== true) return undefined;
  const { limit, methods } = settings.retry;
  const isRetried = controls.scenario !== undefined || (limit > 0 && methods.includes(route.method));
  const isOnce = !isIdempotent(route.method) || controls.ifMatch !== undefined;
  return controls.idempotencyKey ?? (isRetried && isOnce ? settings.newIdempotencyKey() : undefined);
}

/** The attempt that meets a failure, or none. */
function attemptOf(call: Call, headers: Record<string, string>, failure: SimulatedError | undefined): Order {
  const { route, target, controls, settings } = call;
  const { timeoutMs, session } = settings;
  return {
    method: route.method,
    url: withControls(target.url, controls, failure),
    // Read anew each time: it may have been renewed.
    headers: session.token === undefined ? headers : { ...headers, authorization: `Bearer ${session.token}` },
    body: target.body,
    fetch: settings.fetch,
    signal: controls.signal,
    timeoutMs:
      timeoutMs === false
        ? false
        : Math.min(timeoutMs + (target.heldMs ?? 0) + holdMs(controls, failure), LONGEST_TIMER_MS),
    answers: route.answers,
    mediaTypes: route.mediaTypes ?? [],
    kinds: settings.kinds,
    cors: controls.cors !== undefined,
  };
}

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
export function detailsOf({ response, attempts, order }: Exchange) {
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
