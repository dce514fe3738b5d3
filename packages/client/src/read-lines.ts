/** Reads the rows of an operation as NDJSON, wherever its chunks end. */
import { ApiError } from './api-error.js';
import { textsOf } from './body-text.js';
import type { UnaimedCall } from './call.js';
import { KEPT } from './error-body.js';
import { exchange } from './exchange.js';
import { aborted, type Failure } from './failure.js';
import type { Lines } from './lines.js';
import { afterHead, malformed } from './read-answer.js';
import { summaryOf } from './request-summary.js';
import { Scenario } from './scenario.js';
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
        throw fail(malformed(response, detail, { body: line.slice(0, KEPT), cause }));
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
