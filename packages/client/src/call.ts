/** A call to make, and the attempts it is made of. */
import type { Resume } from './api-error.js';
import type { Settings } from './client-options.js';
import { type AnyControls, holdMs, withControls } from './controls.js';
import type { SimulatedError } from './generated/types.js';
import { isIdempotent } from './retry.js';
import type { Input, Route } from './route.js';
import type { Scenario } from './scenario.js';
import type { Order } from './send.js';
import { LONGEST_TIMER_MS } from './sleep.js';
import type { Target } from './target.js';

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
export function headersOf(call: Call): Record<string, string> {
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
export function attemptOf(call: Call, headers: Record<string, string>, failure: SimulatedError | undefined): Order {
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
