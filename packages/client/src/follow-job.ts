/** Follows what a server has accepted (202) until it is done. */
import { ApiError } from './api-error.js';
import type { UnaimedCall } from './call.js';
import { besidesOf, type Exchange, exchange, pause } from './exchange.js';
import type { Failure } from './failure.js';
import { followed } from './followed.js';
import type { Job, WaitOptions } from './job.js';
import { recordIn } from './record-in.js';
import { summaryOf } from './request-summary.js';
import { retryAfterMs } from './retry-after.js';
import type { Route } from './route.js';
import { Scenario } from './scenario.js';

/** The location is asked as it stands, and answers a document of any form. */
const asked: Route = { method: 'GET', path: '', answers: 'document', sends: 'query' };

const SHORTEST_MS = 1000;

/** Makes the job of an accepted call. */
export function jobOf<Data>(call: UnaimedCall, record: Data, accepted: Exchange): Job<Data> {
  const { location } = besidesOf(accepted);
  return {
    record,
    location,
    // What lies at the location is for the caller to know.
    wait: <Result>(options?: WaitOptions) => finished(call, { record, accepted, location }, options) as Promise<Result>,
  };
}

interface Begun {
  readonly record: unknown;
  readonly accepted: Exchange;
  readonly location: string | undefined;
}

async function finished(
  { operation, settings }: UnaimedCall,
  { record, accepted, location }: Begun,
  { signal, limitMs = 3_600_000 }: WaitOptions = {},
): Promise<unknown> {
  // What the accepted call was forced to meet is over; what the client forces is not.
  const controls = { ...settings.controls, signal };
  const call = { operation, route: asked, controls, settings: { ...settings, validate: undefined } };
  const scenario = new Scenario(controls);
  const url = location === undefined ? undefined : followed(location, accepted.order.url);
  let answered = accepted;
  let data = record;
  let waitedMs = 0;
  for (;;) {
    const { response, attempts, order } = answered;
    const refused = (failure: Failure) => new ApiError({ operation, failure, attempts, request: summaryOf(order) });
    const waitMs = pauseAfter(response);
    if (waitMs === undefined) return data;
    if (url === undefined) throw refused(lost(location));
    waitedMs += waitMs;
    const failure = waitedMs > limitMs ? late(limitMs) : await pause(call, waitMs);
    if (failure !== undefined) throw refused(failure);
    answered = await exchange({ ...call, target: { url, headers: {}, body: undefined }, scenario });
    // The record is what its own operation answers, in whichever envelope.
    data = recordIn(answered.body, 'written');
  }
}

/** The pause before the next question, in ms; undefined once it is done. */
function pauseAfter({ status, headers }: Response): number | undefined {
  const asksMs = retryAfterMs(headers);
  return asksMs === undefined && status !== 202 ? undefined : Math.max(SHORTEST_MS, asksMs ?? 0);
}

function lost(location: string | undefined): Failure {
  const detail = location === undefined ? 'has no Location' : `leads to another origin: ${location}`;
  return { kind: 'malformed', detail: `The answer was accepted, but ${detail}.`, retryable: false };
}

function late(limitMs: number): Failure {
  return { kind: 'timeout', detail: `It is not done after ${limitMs} ms of waiting.`, retryable: true };
}
