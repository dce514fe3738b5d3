/** Moves the paths of the API that the texts of a document name. */
import { API_PATH } from '../../kit/api-path.js';

/** A path of the API in a text, at its start or after the origin of an example. */
const API_IN_TEXT = new RegExp(`(?<=^|[\\s\`"(]|:4010)${API_PATH}(?=/)`, 'g');

/** Moves every path of the API that a text names below the one that it is served at. */
export function atBase<Value>(value: Value, base: string): Value {
  // JSON data has no other types, and a text stays a text.
  if (typeof value === 'string') return value.replace(API_IN_TEXT, base) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => atBase(item, base)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, atBase(item, base)])) as Value;
}
