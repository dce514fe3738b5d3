/** Reads texts of requests as values of their schemas: plain ones, lists, objects, and names with brackets. */
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { shapeAt } from '../schema.js';
import { decoded as decodedPart } from '../pointers.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The schema of a member. */
export function memberSchema(document: ApiDocument, schema: Schema | undefined, name: string): Schema | undefined {
  const { members, additional } = shapeAt(document, schema);
  return members.get(name) ?? additional;
}

/** Whether values of a schema are lists or objects, and no texts. */
export function isNested(document: ApiDocument, schema: Schema | undefined): boolean {
  const { types } = shapeAt(document, schema);
  return (types.has('array') || types.has('object')) && !types.has('string');
}

/** A text as the type that its schema names; one that is not of it stays text, so that the fault is named. */
export function valueOf(document: ApiDocument, schema: Schema | undefined, text: string): Json {
  const { types, isNullable, values } = shapeAt(document, schema);
  // A document may list numbers without their type.
  const listed = types.size === 0 ? values.find((one) => String(one) === text) : undefined;
  if (listed !== undefined) return listed;
  if ((types.has('integer') || types.has('number')) && NUMBER.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (isNullable && schema !== true && !types.has('string') && (text === 'null' || text === '')) return null;
  return text;
}

/** A text decoded (RFC 3986 §2.1); a plus is a space where forms are written so. */
export function decoded(text: string, isForm: boolean): string {
  const plain = isForm ? text.replaceAll('+', ' ') : text;
  return plain.includes('%') ? decodedPart(plain) : plain;
}

/** The values of a list, each as its type. */
export function listOf(document: ApiDocument, schema: Schema, texts: readonly string[]): Json[] {
  const { items } = shapeAt(document, schema);
  return texts.map((text) => valueOf(document, items, text));
}

/** The members of an object, each as its type. */
export function objectOf(
  document: ApiDocument,
  schema: Schema,
  entries: readonly (readonly [string, string])[],
): JsonObject {
  return Object.fromEntries(
    entries.map(([name, text]): [string, Json] => [
      name,
      valueOf(document, memberSchema(document, schema, name), text),
    ]),
  );
}

/** Pairs of a list in which names and values take turns: `role,admin,age,3`. */
export const pairsIn = (texts: readonly string[]): (readonly [string, string])[] =>
  texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? ''] as const] : []));

/** Pairs of a list in which they stand together: `role=admin,age=3`. */
export const together = (texts: readonly string[]): (readonly [string, string])[] =>
  texts.map((text) => {
    const mark = text.indexOf('=');
    return mark < 0 ? ([text, ''] as const) : ([text.slice(0, mark), text.slice(mark + 1)] as const);
  });

/** JSON, or the text where it is none. */
export function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Levels of brackets that are read. */
const MAX_LEVELS = 8;

/** Names with brackets as a tree: `filter[status][]=open`. */
interface Branch {
  readonly texts: string[];
  readonly below: Map<string, Branch>;
}

const branch = (): Branch => ({ texts: [], below: new Map() });

function typed(document: ApiDocument, schema: Schema | undefined, { texts, below }: Branch): Json {
  const { types, items } = shapeAt(document, schema);
  const isList = types.has('array') || (schema === undefined && below.has(''));
  if (below.size === 0) {
    if (!isList && texts.length < 2) return valueOf(document, schema, texts[0] ?? '');
    return listOf(document, schema ?? true, texts);
  }
  if (isList) {
    return [...below.values()].flatMap((one) =>
      one.below.size === 0 ? one.texts.map((text) => valueOf(document, items, text)) : [typed(document, items, one)],
    );
  }
  const members = Array.from(below, ([name, one]): [string, Json] => [
    name,
    typed(document, memberSchema(document, schema, name), one),
  ]);
  return Object.fromEntries(members);
}

/** A value written in names with brackets: pairs of what stands behind its name, such as `[status][]`, and a text. */
export function bracketed(
  document: ApiDocument,
  schema: Schema | undefined,
  pairs: readonly (readonly [string, string])[],
): Json {
  const root = branch();
  for (const [brackets, text] of pairs) {
    let at = root;
    for (const [, name = ''] of [...brackets.matchAll(/\[([^\]]*)\]/g)].slice(0, MAX_LEVELS)) {
      const next = at.below.get(name) ?? branch();
      at.below.set(name, next);
      at = next;
    }
    at.texts.push(text);
  }
  return typed(document, schema, root);
}
