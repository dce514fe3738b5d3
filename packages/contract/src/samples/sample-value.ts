/** A value that a schema may accept, where nobody gave an example of it. */
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** Texts of the formats that JSON Schema knows (JSON Schema Validation 2020-12, 7.3). */
const formats: Json = {
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  time: '12:00:00',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function textOf({ format, minLength }: Json): string {
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (typeof known === 'string') return known;
  return 'x'.repeat(typeof minLength === 'number' ? Math.max(1, minLength) : 1);
}

function numberOf({ minimum, exclusiveMinimum, multipleOf }: Json): number {
  const least = typeof minimum === 'number' ? minimum : Number(exclusiveMinimum ?? 0) + 1;
  const step = typeof multipleOf === 'number' ? multipleOf : undefined;
  const value = least <= Number.MIN_SAFE_INTEGER ? 1 : least;
  return step === undefined ? value : Math.ceil(value / step) * step;
}

function valueOf(schema: Json): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  for (const choice of ['enum', 'examples'] as const) {
    const values = schema[choice];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(either)) return valueOf(either[0] as Json);
  if (schema['type'] === 'string') return textOf(schema);
  if (schema['type'] === 'integer' || schema['type'] === 'number') return numberOf(schema);
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'array') {
    const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    return Array.from({ length: least }, () => valueOf((schema['items'] ?? {}) as Json));
  }
  return schema['type'] === 'null' ? null : {};
}

/** A value made from the type and the bounds of a schema. A pattern, a transform or a refinement may still refuse it. */
export function sampleValue(schema: z.ZodType): unknown {
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json);
}
