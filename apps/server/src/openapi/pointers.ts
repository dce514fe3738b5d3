/** JSON pointers (RFC 6901), as documents and the validator write them. */
import type { Json } from './model.js';
import { isObject, memberOf } from './schema.js';

/** The names that a JSON pointer leads along (RFC 6901). */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A name as it stands in a JSON pointer. */
export const pointerName = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/** A part of a URI decoded; a lone percent sign stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The steps of a location as the validator writes it: `#/properties/a~1b/type`. */
export const stepsOf = (location: string): readonly string[] => namesIn(location).map(decoded);

/** A member of an object, or an item of a list. */
export const stepInto = (node: Json | undefined, step: string): Json | undefined =>
  Array.isArray(node) && /^\d+$/.test(step) ? (node as readonly Json[])[Number(step)] : memberOf(node, step);

/** What some steps lead to; undefined where they lead nowhere. */
export const valueAt = (value: Json | undefined, steps: readonly string[]): Json | undefined =>
  steps.reduce(stepInto, value);

/** A value with another part at the end of some steps. */
export function withValueAt(value: Json, [step, ...rest]: readonly string[], part: Json): Json {
  if (step === undefined) return part;
  const own = isObject(value) ? value : {};
  const inner = memberOf(own, step) ?? {};
  return Object.fromEntries([...Object.entries(own), [step, withValueAt(inner, rest, part)]]);
}
