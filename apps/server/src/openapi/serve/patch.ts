/** Applies a merge patch (RFC 7396) to a record, and tells a JSON patch from one. */
import { mergePatch } from '../../kit/merge-patch.js';
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
export const isPatch = (body: Json | undefined): body is readonly JsonObject[] =>
  Array.isArray(body) &&
  body.every((one: Json) => typeof memberOf(one, 'op') === 'string' && typeof memberOf(one, 'path') === 'string');
