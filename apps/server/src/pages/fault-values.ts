/** Says in words which values a parameter takes. */
import type { Values } from './fault-catalog.js';

const NOUNS: Readonly<Record<string, string>> = {
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  null: '`null`',
};

/** The values that a member takes; code stands between backticks. */
export function allowedText({ type = '', anyOf, enum: words, minimum, maximum, format }: Values): string {
  if (anyOf !== undefined) return anyOf.map(allowedText).join(', or ');
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (format === 'date-time') return 'an instant (RFC 3339)';
  return NOUNS[type] ?? (type === '' ? 'any JSON' : 'text');
}

/** What holds where a member is left out; code stands between backticks. */
export function defaultText({ default: value }: Values): string {
  if (value === undefined || value === null) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
