/** Reads the rows of an operation as NDJSON, wherever its chunks end. */
import { ApiError } from './api-error.js';
import type { UnaimedCall } from './call.js';
import { exchange } from './exchange.js';
import { aborted, type Failure } from './failure.js';
import type { Lines } from './lines.js';
import { about } from './read-answer.js';
import { summaryOf } from './request-summary.js';
import { Scenario } from './scenario.js';
import { abortable } from './sleep.js';
import { targetOf } from './target.js';

/** Makes the lines of a call. */
export function linesOf(call: UnaimedCall): Lines<unknown> {
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
  const { body, response, attempts, order } = done;
  const fail = (failure: Failure) => new ApiError({ operation, failure, attempts, request: summaryOf(order) });
  const malformed = (detail: string, cause?: unknown) =>
    fail({ kind: 'malformed', detail, retryable: false, ...about(response), cause });
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
  let count = 0;
  // It is there: the exchange has succeeded.
  const lines = linesIn(body as ReadableStream<Uint8Array>, controls.signal);
  try {
    for (;;) {
      const { done: isOver, value: line } = await next(lines, { signal: controls.signal, fail });
      if (isOver === true) break;
      let row: unknown;
      try {
        row = JSON.parse(line);
      } catch (cause) {
        throw malformed(`Row ${count + 1} is not JSON: the answer breaks off or is wrong.`, cause);
      }
      count += 1;
      yield row;
    }
  } finally {
    await lines.return(undefined);
  }
  if (total > count) throw malformed(`Only ${count} of ${total} rows came.`);
}

/** Whom a line is for. */
interface Reading {
  readonly signal: AbortSignal | undefined;
  readonly fail: (failure: Failure) => ApiError;
}

/** The next line; a connection that is lost is said as such. */
async function next(lines: AsyncGenerator<string, void, undefined>, { signal, fail }: Reading) {
  try {
    return await lines.next();
  } catch (cause) {
    if (signal?.aborted === true) throw fail(aborted(cause));
    const detail = 'The connection was lost before all rows had come.';
    throw fail({ kind: 'network', detail, retryable: true, cause });
  }
}

/** The lines of a body that are not empty; the last may lack its line break. */
async function* linesIn(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | undefined) {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done = true, value } = (await abortable(Promise.resolve(reader?.read()), signal)) ?? {};
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line !== '') yield line;
      if (done) return;
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}
