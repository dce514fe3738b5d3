/** Carries out a call: attempt after attempt, until one succeeds or no further one may follow. */
import { ApiError } from './api-error.js';
import type { Attempt } from './attempt.js';
import { attemptOf, type Call, headersOf } from './call.js';
import { aborted, type Failure } from './failure.js';
import { summaryOf } from './request-summary.js';
import { about } from './read-answer.js';
import { type Order, type Outcome, send } from './send.js';
import { Sequel } from './sequel.js';
import { abortable } from './sleep.js';

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
