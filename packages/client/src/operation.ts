/** Makes the method of the client that calls an operation. */
import type { Settings } from './client-options.js';
import type { UnaimedCall } from './call.js';
import { type AnyControls, mergeControls } from './controls.js';
import type { EventStream } from './event-stream.js';
import { besidesOf, exchange } from './exchange.js';
import { eventStream } from './follow-events.js';
import { jobOf } from './follow-job.js';
import type { Lines } from './lines.js';
import { List } from './list.js';
import { listPages } from './list-pages.js';
import { recordIn } from './record-in.js';
import { type Reply, reply, type WithResponse } from './reply.js';
import type { Input, Route } from './route.js';
import { Scenario } from './scenario.js';
import { linesOf } from './read-lines.js';
import { type Target, targetOf } from './target.js';
import { linesToSend } from './upload.js';

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
  return { data: route.accepted === true ? jobOf(call, data, answered) : data, ...besidesOf(answered) };
}
