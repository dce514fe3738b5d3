/** Reads the server-sent events of an operation, and resumes where the connection was lost. */
import { ApiError } from './api-error.js';
import type { UnaimedCall } from './call.js';
import type { EventStream } from './event-stream.js';
import { exchange, pause } from './exchange.js';
import { summaryOf } from './request-summary.js';
import { Scenario } from './scenario.js';
import { abortable } from './sleep.js';
import { targetOf } from './target.js';

/** Time between a connection and the next where the server names none, in ms. */
const RETRY_MS = 1000;

interface Fields {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Makes the stream of a call. */
export function eventStream(call: UnaimedCall): EventStream<unknown> {
  return { [Symbol.asyncIterator]: () => followed(call) };
}

async function* followed(call: UnaimedCall): AsyncGenerator<unknown, void, undefined> {
  const { operation, settings, route, controls, input } = call;
  const scenario = new Scenario(controls);
  let last = input['last_event_id'];
  let retryMs = RETRY_MS;
  for (;;) {
    const target = targetOf(settings, route, { ...input, last_event_id: last });
    const { body, attempts, order } = await exchange({ operation, settings, route, controls, target, scenario });
    let count = 0;
    let isWhole = true;
    try {
      // It is there: the exchange has succeeded.
      for await (const { id, event, data, retry } of fieldsIn(body as ReadableStream<Uint8Array>, controls.signal)) {
        if (retry !== undefined) retryMs = Number(retry);
        if (data === undefined) continue;
        count += 1;
        last = id;
        yield { id, event, data: JSON.parse(data) as unknown };
      }
    } catch {
      isWhole = false;
    }
    // Where it closed after as many events as were asked for, there may be more.
    if (isWhole && input['follow'] === false && count !== input['limit']) return;
    const failure = await pause(call, retryMs);
    if (failure !== undefined) throw new ApiError({ operation, failure, attempts, request: summaryOf(order) });
  }
}

/** The fields of the events in a body (HTML Living Standard §9.2.6), as the server writes them. */
async function* fieldsIn(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | undefined) {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done = true, value } = (await abortable(Promise.resolve(reader?.read()), signal)) ?? {};
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = block.split('\n').map((line) => /^(\w*): ?(.*)/.exec(line)?.slice(1) ?? []);
        yield Object.fromEntries(fields) as Fields;
      }
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}
