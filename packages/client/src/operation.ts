/** Makes the method of the client that calls an operation. */
import type { Settings } from './client-options.js';
import { detailsOf, exchange, type Exchange, pause, Scenario, type UnaimedCall } from './exchange.js';
import { type AnyControls, mergeControls } from './controls.js';
import { type EventStream, eventStream } from './event-stream.js';
import { type Job, type Lines, type Reply, reply, type WaitOptions, type WithResponse } from './results.js';
import { followed, List, listPages } from './list.js';
import type { AnswerShape, Input, Route } from './route.js';
import { type Target, targetOf } from './target.js';
import { linesToSend } from './upload.js';
import { aborted, ApiError, type Failure } from './api-error.js';
import { summaryOf } from './request-summary.js';
import { readRetryAfter } from './retry.js';
import { afterHead, MAX_BODY, malformed, textsOf } from './read-answer.js';
import { isObject } from './error-kind.js';

/** The record, or the records of a batch; the whole body where there is no envelope. */
function recordIn(body: unknown, answers: AnswerShape): unknown {
  if (answers === 'document' || !isObject(body) || !('data' in body)) return body;
  const { data } = body;
  return answers !== 'batch' && Array.isArray(data) ? data[0] : data;
}

/** Makes the lines of a call. */
function linesOf(call: UnaimedCall): Lines<unknown> {
  const rows = () => rowsOf(call);
  return {
    [Symbol.asyncIterator]: rows,
    toArray: async ({ limit }) => {
      const all: unknown[] = [];
      if (limit > 0) {
        for await (const row of rows()) if (all.push(row) >= limit) break;
      }
      return all;
    },
  };
}

async function* rowsOf(call: UnaimedCall): AsyncGenerator<unknown, void, undefined> {
  const { operation, settings, route, controls, input } = call;
  const target = targetOf(settings, route, { ...input, format: 'ndjson' });
  const scenario = new Scenario(controls);
  const done = await exchange({ operation, settings, route, controls, target, scenario });
  const { response, attempts, order } = done;
  const fail = (failure: Failure) => new ApiError({ operation, failure, attempts, request: summaryOf(order) });
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
  let count = 0;
  const lines = linesIn(response, controls.signal);
  try {
    for (;;) {
      const { done: isOver, value: line } = await next(lines, { response, signal: controls.signal, fail });
      if (isOver === true) break;
      let row: unknown;
      try {
        row = JSON.parse(line);
      } catch (cause) {
        const detail = `Row ${count + 1} is not JSON: the answer breaks off or is wrong.`;
        throw fail(malformed(response, detail, { body: line.slice(0, MAX_BODY), cause }));
      }
      count += 1;
      yield row;
    }
  } finally {
    await lines.return(undefined);
  }
  if (total > count) throw fail(malformed(response, `Only ${count} of ${total} rows came.`));
}

/** Whom a line is for. */
interface Reading {
  readonly response: Response;
  readonly signal: AbortSignal | undefined;
  readonly fail: (failure: Failure) => ApiError;
}

/** The next line; a connection that is lost is said as such. */
async function next(lines: AsyncGenerator<string, void, undefined>, { response, signal, fail }: Reading) {
  try {
    return await lines.next();
  } catch (cause) {
    if (signal?.aborted === true) throw fail(aborted(cause));
    const detail = 'The connection was lost before all rows had come.';
    throw fail({ ...afterHead(response), kind: 'network', detail, cause });
  }
}

/** The lines of a body that are not empty; the last may lack its line break. */
async function* linesIn(response: Response, signal: AbortSignal | undefined) {
  let rest = '';
  for await (const text of textsOf(response, signal)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

/** The location is asked as it stands, and answers a document of any form. */
const DOCUMENT_ROUTE: Route = { method: 'GET', path: '', answers: 'document', sends: 'query' };

const SHORTEST_MS = 1000;

/** Makes the job of an accepted call. */
function jobOf<Data>(call: UnaimedCall, record: Data, accepted: Exchange): Job<Data> {
  const { location } = detailsOf(accepted);
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
  const call = { operation, route: DOCUMENT_ROUTE, controls, settings: { ...settings, validate: undefined } };
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
  const asksMs = readRetryAfter(headers);
  return asksMs === undefined && status !== 202 ? undefined : Math.max(SHORTEST_MS, asksMs ?? 0);
}

function lost(location: string | undefined): Failure {
  const detail = location === undefined ? 'has no Location' : `leads to another origin: ${location}`;
  return { kind: 'malformed', detail: `The answer was accepted, but ${detail}.`, retryable: false };
}

function late(limitMs: number): Failure {
  return { kind: 'timeout', detail: `It is not done after ${limitMs} ms of waiting.`, retryable: true };
}

/** A method of the client, its types forgotten. */
export type Method = (
  input?: Input,
  controls?: AnyControls,
) => List<unknown> | EventStream<unknown> | Lines<unknown> | Reply<unknown>;

/** Makes the method that calls an operation. */
export function method(operation: string, route: Route, settings: Settings): Method {
  return (input = {}, given) => {
    const controls = controlsOf(route, settings, given);
    const call = { operation, route, settings, controls, input };
    if (route.answers === 'stream') return eventStream(call);
    if (route.answers === 'lines') return linesOf(call);
    return route.answers === 'list' ? new List(listPages(call)) : reply(answerOf(call));
  };
}

function controlsOf({ control }: Route, settings: Settings, given: AnyControls | undefined): AnyControls {
  const controls: AnyControls = given === undefined ? settings.controls : mergeControls(settings.controls, given);
  if (control !== true) return controls;
  // What a client forces is not for the control API, which would not know what to do with it.
  return { paginationStyle: controls.paginationStyle, signal: controls.signal };
}

/** Where the call goes: rows that are no array go as lines, with the rest of the input in the query. */
async function aimed({ settings, route, input }: UnaimedCall): Promise<Target> {
  const { rows: member } = route;
  const lines = member === undefined ? undefined : await linesToSend(input[member]);
  if (member === undefined || lines === undefined) return targetOf(settings, route, input);
  return targetOf({ ...settings, lines }, route, { ...input, [member]: undefined });
}

/** Makes the one call of an operation that is no list. */
async function answerOf(call: UnaimedCall): Promise<WithResponse<unknown>> {
  const { operation, route, settings, controls } = call;
  const target = await aimed(call);
  const scenario = new Scenario(controls);
  const answered = await exchange({ operation, route, settings, controls, target, scenario });
  const data = recordIn(answered.body, route.answers);
  return { data: route.accepted === true ? jobOf(call, data, answered) : data, ...detailsOf(answered) };
}
