/** Says what a parameter of a fault may be, by its schema. */
import { z } from 'zod';
import { nearest } from '@understudy/contract/kit';

/** What JSON Schema says of one value, as far as parameters of faults need it. */
interface Rule {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rule[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function ruleText({ type, enum: words, anyOf, minimum, maximum, minLength = 0, maxLength }: Rule): string {
  if (anyOf !== undefined) return anyOf.map(ruleText).join(', or ');
  if (words !== undefined) return words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`;
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`;
  if (type === 'number') return `a number from ${minimum} to ${maximum}`;
  return `a text of ${minLength} to ${maxLength} characters`;
}

/** The words of a rule. */
function wordsOf({ enum: words = [], anyOf = [] }: Rule): readonly string[] {
  return [...words.filter((word) => typeof word === 'string'), ...anyOf.flatMap(wordsOf)];
}

/** What a parameter may be, such as `an integer from 400 to 599`, and the word that a value may have been meant for. */
export function allowed(schema: z.ZodType, value?: unknown): string {
  // Both are JSON Schema.
  const rule = z.toJSONSchema(schema, { io: 'input' }) as Rule;
  const near = typeof value === 'string' ? nearest(value.slice(0, 100), wordsOf(rule)) : null;
  return `${ruleText(rule)}${near === null ? '' : `; did you mean ${near}?`}`;
}
