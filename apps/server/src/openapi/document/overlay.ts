/** Applies an OpenAPI Overlay (1.0) to a document before it is read: what somebody adds to it, corrects, or takes away. */
import type { JsonValue } from 'jsonpath-rfc9535';
import type { Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { faultOf, type Findings } from './fault.js';
import { setMember } from './plain.js';

/** An overlay, and its file as its user knows it. */
export interface Overlay {
  readonly overlay: Json;
  readonly file: string | undefined;
}

/** Places that one action changes at most. */
const MAX_NODES = 100_000;

type Path = readonly (string | number)[];

/** One action of an overlay. */
interface Action {
  readonly target: string;
  readonly update: Json | undefined;
  readonly isRemoval: boolean;
  readonly pointer: string;
}

function actionsIn(overlay: Json, file: string | undefined): readonly Action[] {
  const actions = memberOf(overlay, 'actions');
  if (memberOf(overlay, 'overlay') === undefined || !Array.isArray(actions)) {
    throw faultOf('it is no OpenAPI Overlay, which has the members overlay, info and actions', { file });
  }
  return actions.map((action: Json, index): Action => {
    const target = memberOf(action, 'target');
    const pointer = `/actions/${index}`;
    if (typeof target !== 'string') throw faultOf('it has no target, which is a JSONPath', { file, pointer });
    return { target, update: memberOf(action, 'update'), isRemoval: memberOf(action, 'remove') === true, pointer };
  });
}

/** A value with an update merged into it: objects by member, lists by what is added at their end. */
function updated(value: Json, update: Json): Json {
  if (Array.isArray(value))
    return [...(value as readonly Json[]), ...(Array.isArray(update) ? (update as Json[]) : [update])];
  if (!isObject(value) || !isObject(update)) return update;
  const members = new Map(Object.entries(value));
  for (const [name, one] of Object.entries(update)) {
    const own = members.get(name);
    members.set(name, own === undefined ? one : updated(own, one));
  }
  return Object.fromEntries(members);
}

/** Changes what is at a path, or takes it away: in place, as the document is a copy. */
function changeAt(document: Json, path: Path, change: (part: Json) => Json | undefined): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as JsonObject | undefined)?.[step], document);
  if (typeof holder !== 'object' || holder === null) return;
  const step = path.at(-1) ?? '';
  const members = holder as Record<string, Json>;
  const next = change(members[step] ?? null);
  if (next !== undefined) setMember(members, String(step), next);
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else delete members[step];
}

/**
 * A document with an overlay applied.
 *
 * @param file of the overlay, as its user knows it
 * @throws DocumentFault where it is none, or a target is no JSONPath
 */
export async function overlaid(document: JsonObject, { overlay, file }: Overlay, found: Findings): Promise<JsonObject> {
  const actions = actionsIn(overlay, file);
  const { exec } = await import('jsonpath-rfc9535');
  let result: Json = structuredClone(document) as Json;
  for (const { target, update, isRemoval, pointer } of actions) {
    const places: Path[] = [];
    try {
      exec(result as JsonValue, target, (_, path) => places.push(path));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw faultOf(`its target ${JSON.stringify(target.slice(0, 200))} is no JSONPath: ${why}`, { file, pointer });
    }
    if (places.length === 0) {
      found.warn(`nothing is at its target ${target.slice(0, 200)}`, { file, pointer });
    }
    const change = (part: Json): Json | undefined =>
      isRemoval ? undefined : update === undefined ? part : updated(part, update);
    // From the last to the first: what is taken away moves nothing that is still to be changed.
    for (const place of places.slice(0, MAX_NODES).toReversed()) {
      if (place.length === 0) result = change(result) ?? {};
      else changeAt(result, place, change);
    }
  }
  return isObject(result) ? result : document;
}
