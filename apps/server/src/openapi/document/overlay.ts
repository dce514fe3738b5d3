/** Applies an OpenAPI Overlay (1.0) to a document before it is read: what somebody adds to it, corrects, or takes away. */
import type { JsonValue } from 'jsonpath-rfc9535';
import type { Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { DocumentFault, type Findings } from './fault.js';

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

const fault = (message: string, file: string | undefined, pointer?: string): DocumentFault =>
  new DocumentFault([{ severity: 'fault', message, file, pointer }]);

function actionsIn(overlay: Json, file: string | undefined): readonly Action[] {
  const actions = memberOf(overlay, 'actions');
  if (memberOf(overlay, 'overlay') === undefined || !Array.isArray(actions)) {
    throw fault('it is no OpenAPI Overlay, which has the members overlay, info and actions', file);
  }
  return actions.map((action: Json, index): Action => {
    const target = memberOf(action, 'target');
    const pointer = `/actions/${index}`;
    if (typeof target !== 'string') throw fault('it has no target, which is a JSONPath', file, pointer);
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

/** A value with another part at a path; undefined takes it away. Only what lies on the way is copied. */
function replaced(value: Json, [step, ...rest]: Path, change: (part: Json) => Json | undefined): Json | undefined {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const part = list[Number(step)];
    const next = part === undefined ? undefined : replaced(part, rest, change);
    return next === undefined ? list.filter((_, index) => index !== Number(step)) : list.with(Number(step), next);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    const next = name === step ? replaced(part, rest, change) : part;
    return next === undefined ? [] : [[name, next]];
  });
  return Object.fromEntries(entries);
}

/** Places from the last to the first: what is taken away moves nothing that is still to be changed. */
const backwards = (one: Path, other: Path): number => {
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const [a, b] = [one[index], other[index]];
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return b - a;
  }
  return other.length - one.length;
};

/**
 * A document with an overlay applied.
 *
 * @param file of the overlay, as its user knows it
 * @throws DocumentFault where it is none, or a target is no JSONPath
 */
export async function overlaid(document: JsonObject, { overlay, file }: Overlay, found: Findings): Promise<JsonObject> {
  const actions = actionsIn(overlay, file);
  const { exec } = await import('jsonpath-rfc9535');
  let result: Json = document;
  for (const { target, update, isRemoval, pointer } of actions) {
    const places: Path[] = [];
    try {
      // It looks at the values, and changes none.
      exec(structuredClone(result) as JsonValue, target, (_, path) => places.push(path));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw fault(`its target ${JSON.stringify(target.slice(0, 200))} is no JSONPath: ${why}`, file, pointer);
    }
    if (places.length === 0) {
      found.add({ severity: 'warning', message: `nothing is at its target ${target.slice(0, 200)}`, file, pointer });
    }
    for (const place of places.slice(0, MAX_NODES).toSorted(backwards)) {
      const change = (part: Json): Json | undefined =>
        isRemoval ? undefined : update === undefined ? part : updated(part, update);
      result = replaced(result, place, change) ?? {};
    }
  }
  return isObject(result) ? result : document;
}
