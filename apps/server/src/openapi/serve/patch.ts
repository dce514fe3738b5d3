/** Applies a merge patch (RFC 7396) or a JSON patch (RFC 6902) to a record. */
import { badRequest } from '../../kit/problem-error.js';
import { namesIn } from '../document/lines.js';
import type { Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import { valueAt } from '../validate/pointers.js';

/** One step of a JSON patch. */
interface Step {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/** Whether a body is a JSON patch, and no record. */
export function isPatch(body: Json | undefined): body is readonly (JsonObject & Step)[] {
  return (
    Array.isArray(body) &&
    body.every((one: unknown) => isObject(one) && typeof one['op'] === 'string' && typeof one['path'] === 'string')
  );
}

/**
 * A record with changes merged into it.
 *
 * @param canBeNull whether a member holds null, which takes away all others
 */
export function merged(before: JsonObject, changes: JsonObject, canBeNull: (name: string) => boolean): JsonObject {
  const result = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(changes)) {
    const own = result.get(name);
    if (value === null && !canBeNull(name)) result.delete(name);
    else if (isObject(value) && isObject(own))
      result.set(
        name,
        merged(own, value, () => false),
      );
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** What takes the place of a part; undefined for none. */
type Change = (part: Json | undefined) => Json | undefined;

const nowhere = (pointer: string) =>
  badRequest([{ pointer: '#', code: 'invalid_value', detail: `names ${pointer}, which is not there` }]);

function changedAt(
  value: Json,
  names: readonly string[],
  change: Change,
  { pointer, inserts }: { readonly pointer: string; readonly inserts: boolean },
): Json {
  const [name, ...rest] = names;
  if (name === undefined) return change(value) ?? null;
  if (Array.isArray(value)) {
    const list = [...(value as readonly Json[])];
    const index = name === '-' ? list.length : Number(name);
    if (!Number.isInteger(index) || index < 0 || index > list.length) throw nowhere(pointer);
    if (rest.length > 0) {
      const inner = list[index];
      if (inner === undefined) throw nowhere(pointer);
      list[index] = changedAt(inner, rest, change, { pointer, inserts });
      return list;
    }
    const next = change(list[index]);
    if (next === undefined) list.splice(index, 1);
    else list.splice(index, inserts ? 0 : 1, next);
    return list;
  }
  if (!isObject(value)) throw nowhere(pointer);
  const own = Object.hasOwn(value, name) ? value[name] : undefined;
  if (rest.length > 0 && own === undefined) throw nowhere(pointer);
  const next = rest.length > 0 ? changedAt(own ?? null, rest, change, { pointer, inserts }) : change(own);
  const others = Object.entries(value).filter(([known]) => known !== name);
  if (next === undefined) return Object.fromEntries(others);
  return own === undefined
    ? Object.fromEntries([...others, [name, next]])
    : Object.fromEntries(Object.entries(value).map(([known, one]) => [known, known === name ? next : one]));
}

function partOf(value: Json, pointer: string): Json {
  const part = valueAt(value, namesIn(pointer));
  if (part === undefined) throw nowhere(pointer);
  return part;
}

function stepped(record: Json, { op, path, from = '', value = null }: Step): Json {
  const at = { pointer: path, inserts: op !== 'replace' };
  const there: Change = (part) => {
    if (part === undefined) throw nowhere(path);
    return op === 'remove' ? undefined : value;
  };
  switch (op) {
    case 'add':
      return changedAt(record, namesIn(path), () => value, at);
    case 'replace':
    case 'remove':
      return changedAt(record, namesIn(path), there, at);
    case 'copy':
      return changedAt(record, namesIn(path), () => partOf(record, from), at);
    case 'move': {
      const part = partOf(record, from);
      const without = changedAt(record, namesIn(from), () => undefined, { pointer: from, inserts: false });
      return changedAt(without, namesIn(path), () => part, at);
    }
    case 'test':
      if (JSON.stringify(partOf(record, path)) === JSON.stringify(value)) return record;
      throw badRequest([{ pointer: '#', code: 'mismatch', detail: `tests ${path} for a value that it has not` }]);
    default:
      throw badRequest([
        { pointer: '#', code: 'invalid_value', detail: `has the op ${JSON.stringify(op.slice(0, 40))}, which is none` },
      ]);
  }
}

/** A record with the steps of a JSON patch applied. */
export function applyPatch(record: JsonObject, steps: readonly Step[]): JsonObject {
  let result: Json = record;
  for (const step of steps) result = stepped(result, step);
  return isObject(result) ? result : record;
}
