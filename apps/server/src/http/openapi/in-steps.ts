/** Goes through all of an OpenAPI document a little at a time: one of many operations takes long, whatever is done with it. */
import type { Json } from './parameters.js';

/** Objects in each other that are gone into: the document, its components, and the schemas. */
const LEVELS = 3;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value whose parts are changed one by one: operations of a path, components, and what else stands at their level. */
function* changed(value: unknown, change: (part: unknown) => unknown, levels: number): Generator<void, unknown> {
  if (levels === 0 || !isObject(value)) {
    yield;
    return change(value);
  }
  const copy: Json = {};
  for (const [name, part] of Object.entries(value)) copy[name] = yield* changed(part, change, levels - 1);
  return copy;
}

/** A document with each of its parts changed to one of the same type. */
export function* eachPart<Document extends object>(
  document: Document,
  change: <Part>(part: Part) => Part,
): Generator<void, Document> {
  return (yield* changed(document, change, LEVELS)) as Document;
}

function* textOf(value: unknown, levels: number): Generator<void, string | undefined> {
  if (levels === 0 || !isObject(value)) {
    yield;
    // Its types leave out that there is none of undefined.
    return JSON.stringify(value) as string | undefined;
  }
  const members: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const text = yield* textOf(part, levels - 1);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** The text that JSON.stringify gives for a document. */
export function* jsonText(document: object): Generator<void, string> {
  return String(yield* textOf(document, LEVELS));
}
