/** A parameter that holds several values with commas between them. */
import { z } from 'zod';

/** Values in one list at most. */
const MAX_VALUES = 50;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** What a schema checks in the end, where something is done to the value before. */
function checkedBy(schema: z.ZodType): unknown {
  return schema instanceof z.ZodPipe ? schema.out : schema;
}

/** One value as its schema expects it; text that is no plain decimal number stays text, so that no number is made of it. */
function readValue(text: string, schema: z.ZodType): unknown {
  return checkedBy(schema) instanceof z.ZodNumber && NUMBER.test(text) ? Number(text) : text;
}

/** The values of a list that its schema has accepted. */
export function listValues(text: string, value: z.ZodType): unknown[] {
  return text.split(',').map((one) => value.parse(readValue(one, value)));
}

/** What the values of a list may be, as a person reads it. */
function allowed(schema: z.ZodType): string {
  const checked = checkedBy(schema);
  if (checked instanceof z.ZodEnum) return `of ${checked.options.map(String).join(', ')}`;
  if (checked instanceof z.ZodNumber) return `of ${checked.isInt ? 'integers' : 'numbers'} in decimal digits`;
  const longest = checked instanceof z.ZodString ? checked.maxLength : null;
  return longest === null ? 'of values, none of them empty' : `of values of 1 to ${longest} characters`;
}

/** The examples of a schema, or of what it wraps. */
function examplesOf(schema: z.ZodType): readonly unknown[] {
  const { examples } = schema.meta() ?? {};
  return Array.isArray(examples) ? (examples as unknown[]) : [];
}

/**
 * The schema of a comma-separated list: 1 to 50 values that another schema accepts. It gives the text itself, so that a caller
 * sends the same over every transport.
 */
export function commaList(value: z.ZodType) {
  const error = `must be a comma-separated list ${allowed(value)}, with at most ${MAX_VALUES} of them`;
  const { description = '' } = value.meta() ?? {};
  const examples = examplesOf(value);
  return z
    .string()
    .check(({ value: text, issues }) => {
      const values = text.split(',', MAX_VALUES + 1);
      const isFine = (one: string) => one !== '' && value.safeParse(readValue(one, value)).success;
      if (values.length <= MAX_VALUES && values.every(isFine)) return;
      issues.push({ code: 'invalid_format', format: 'comma_list', message: error, input: text, continue: true });
    })
    .meta({
      description: `${description} A comma-separated list ${allowed(value)}; at most ${MAX_VALUES}.`.trimStart(),
      ...(examples.length === 0 ? {} : { examples: [examples.join(',')] }),
    });
}

/** The schema of a comma-separated list. */
export type CommaList = ReturnType<typeof commaList>;
