/** Makes the method of the client that calls an operation. */
import type { Settings } from './client-options.js';
import type { UnaimedCall } from './call.js';
import { mergeControls, type WriteControls } from './controls.js';
import { exchange } from './exchange.js';
import { List } from './list.js';
import { listPages } from './list-pages.js';
import { type Reply, reply, type WithResponse } from './reply.js';
import type { AnswerShape, Input, Route } from './route.js';
import { Scenario } from './scenario.js';
import { targetOf } from './target.js';

/** A method of the client, its types forgotten. */
export type Method = (input?: Input, controls?: WriteControls) => List<unknown> | Reply<unknown>;

/** Makes the method that calls an operation. */
export function method(operation: string, route: Route, settings: Settings): Method {
  return (input = {}, given = {}) => {
    const { paginationStyle, signal, ...rest } = mergeControls(settings.controls, given);
    // What a client forces is not for the control API, which would not know what to do with it.
    const controls = { paginationStyle, signal, ...(route.control === true ? {} : rest) };
    const call = { operation, route, settings, controls };
    if (route.answers === 'list') return new List(listPages({ ...call, input }));
    return reply(answerOf({ ...call, input }));
  };
}

/** Makes the one call of an operation that is no list. */
async function answerOf({ input, ...call }: UnaimedCall): Promise<WithResponse<unknown>> {
  const target = targetOf(call.settings, call.route, input);
  const { body, response, attempts } = await exchange({ ...call, target, scenario: new Scenario(call.controls) });
  return { data: recordIn(body, call.route.answers), response, attempts };
}

/** Takes the record out of an envelope that has been checked. */
function recordIn(body: unknown, answers: AnswerShape): unknown {
  if (answers === 'document') return body;
  const { data } = body as { readonly data: unknown };
  return (answers === 'written' || answers === 'removed') && Array.isArray(data) ? data[0] : data;
}
