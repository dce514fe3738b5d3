/** Parts of values and of schemas, by paths of members. */
import type { Json, Schema } from '../model.js';
import { isObject, itemsOf, membersOf, schemaAt } from '../schema.js';
import type { Reading } from './parameters.js';

/** A part of a value, by a path of members. */
export function partAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let part = value;
  for (const name of path) {
    if (Array.isArray(part) && /^\d+$/.test(name)) part = (part as readonly Json[])[Number(name)];
    else part = isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return part;
}

/** A value with another part at a path of members. */
export function withPart(value: Json, path: readonly string[], part: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  const own = isObject(value) ? value : {};
  const inner = Object.hasOwn(own, name) ? (own[name] ?? null) : {};
  return Object.fromEntries([...Object.entries(own), [name, withPart(inner, rest, part)]]);
}

/** The schema at a path of members; undefined where there is none. */
export function schemaWithin(
  { document }: Pick<Reading, 'document'>,
  schema: Schema | undefined,
  path: readonly string[],
): Schema | undefined {
  let found = schema;
  for (const name of path) {
    const { properties, additional } = membersOf(document, found);
    found = properties.get(name) ?? (/^\d+$/.test(name) ? itemsOf(document, found) : additional);
  }
  return schemaAt(document, found);
}
