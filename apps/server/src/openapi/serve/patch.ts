/** Applies a merge patch (RFC 7396) or a JSON patch (RFC 6902) to a record. */
import type { Operation } from 'rfc6902';
import { mergePatch } from '../../kit/merge-patch.js';
import { badRequest } from '../../kit/problem-error.js';
import type { Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';

/** What a patch makes of a record. */
export type Patch = (record: JsonObject) => JsonObject;

/** What is taken away: null stands for that, in objects too. */
const removing = (value: Json): unknown => {
  if (value === null) return undefined;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, removing(one)]))
    : value;
};

/**
 * A record with changes merged into it.
 *
 * @param canBeNull whether a member holds null, which takes away all others
 */
export function merged(before: JsonObject, changes: JsonObject, canBeNull: (name: string) => boolean): JsonObject {
  const entries = Object.entries(changes).map(([name, one]) => [
    name,
    one === null && canBeNull(name) ? one : removing(one),
  ]);
  return mergePatch(before, Object.fromEntries(entries) as object);
}

/** Whether a body is a JSON patch, and no record. */
const isPatch = (body: Json | undefined): body is readonly JsonObject[] =>
  Array.isArray(body) &&
  body.every((one: Json) => typeof memberOf(one, 'op') === 'string' && typeof memberOf(one, 'path') === 'string');

/** What is wrong with a step, by the name of the error. */
const faults: Readonly<Record<string, (step: JsonObject) => string>> = {
  TestError: ({ path }) => `tests ${String(path)} for a value that it has not`,
  InvalidOperationError: ({ op }) => `has the op ${JSON.stringify(String(op).slice(0, 40))}, which is none`,
  MissingError: ({ op, path, from }) =>
    `names a place that is not there: ${String(op)} ${String(from ?? '')} ${String(path)}`,
};

/** The JSON patch in a body; undefined where it is none. */
export async function patchIn(body: Json | undefined): Promise<Patch | undefined> {
  if (!isPatch(body)) return undefined;
  const { applyPatch } = await import('rfc6902');
  // The record is a member, so that an empty pointer leads to something that can be replaced.
  const below = (pointer: Json | undefined) => typeof pointer === 'string' && { path: `/record${pointer}` };
  const steps = body.map(({ path, from, ...step }) => ({
    ...step,
    ...below(path),
    ...(typeof from === 'string' && { from: `/record${from}` }),
  }));
  return (record) => {
    const holder = { record: structuredClone(record) as Json };
    const errors = applyPatch(holder, steps as Operation[]);
    const at = errors.findIndex((error) => error !== null);
    const step = body[at];
    if (step !== undefined) {
      const detail = faults[errors[at]?.name ?? '']?.(step) ?? 'cannot be applied';
      throw badRequest([{ pointer: `#/${at}`, code: 'invalid_value', detail }]);
    }
    return isObject(holder.record) ? holder.record : record;
  };
}
