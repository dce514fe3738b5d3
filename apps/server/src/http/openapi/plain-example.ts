/** Examples of values whose schemas give none: they say no more than their type, but are valid. */
import type { Json } from './parameters.js';

/** Texts by the formats of JSON Schema (Validation §7.3). */
const texts: Readonly<Record<string, string>> = {
  'date-time': '2025-03-14T09:30:00.000Z',
  date: '2025-03-14',
  time: '09:30:00',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '7d9f3c1e-5b2a-4f60-9c3d-2e1a8b7c6d5f',
};

/** The nearest number to 1 that a schema allows. */
function number({ minimum, maximum, exclusiveMinimum }: Json): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -Infinity;
  const least = Math.max(1, above, typeof minimum === 'number' ? minimum : -Infinity);
  return Math.min(least, typeof maximum === 'number' ? maximum : Infinity);
}

function text({ format, minLength, maxLength }: Json): string {
  const known = texts[String(format)];
  if (known !== undefined) return known;
  const long = 'text'.padEnd(typeof minLength === 'number' ? minLength : 0, ' text');
  return long.slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

/** A valid value for a JSON Schema, as far as its type, its bounds and its format say what is valid. */
export function plainExample(schema: Json): unknown {
  const { type, enum: words } = schema;
  if (Array.isArray(words)) return words[0];
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
  if (choice !== undefined) return plainExample(choice);
  switch (Array.isArray(type) ? (type as unknown[])[0] : type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return undefined;
  }
}
