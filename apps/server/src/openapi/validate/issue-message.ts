/** What is wrong with a value, in plain words: `must be at most 5`. */
import type { Json } from '../model.js';

const MAX_SHOWN = 12;
const MAX_TEXT = 80;

const articles: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  string: 'a string',
  integer: 'an integer',
};

const list = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** `a, b or c` */
function either(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** `must be a string or null` */
export function typeMessage(types: Json | undefined): string {
  const words = list(types).map((type) => articles[String(type)] ?? String(type));
  return `must be ${either(words.filter((word, index) => words.indexOf(word) === index))}`;
}

export function valuesMessage(values: Json | undefined): string {
  const all = list(values);
  if (all.length > MAX_SHOWN) return `must be one of ${all.slice(0, MAX_SHOWN).map(shown).join(', ')}, …`;
  return all.length === 1 ? `must be ${shown(all[0])}` : `must be one of ${all.map(shown).join(', ')}`;
}

const count = (value: Json | undefined, one: string, many = `${one}s`): string =>
  `${shown(value)} ${value === 1 ? one : many}`;

const quoted = (text: string): string => /"(.*)"\.$/s.exec(text)?.[1] ?? '';

type Message = (value: Json | undefined, error: string) => string;

const indexes = (error: string): string => {
  const [, one = '', other = ''] = /indexes (\d+) and (\d+)/.exec(error) ?? [];
  return `must not have the same item twice: items ${one} and ${other} are equal`;
};

const dependent: Message = (_value, error) => {
  const [, has = '', lacks = ''] = /has "(.*)" but does not have "(.*)"\.$/s.exec(error) ?? [];
  return `must have the member ${lacks}, since it has ${has}`;
};

const messages: Readonly<Record<string, Message>> = {
  type: (value) => typeMessage(value),
  enum: (value) => valuesMessage(value),
  const: (value) => `must be ${shown(value)}`,
  minimum: (value) => `must be at least ${shown(value)}`,
  maximum: (value) => `must be at most ${shown(value)}`,
  exclusiveMinimum: (value) => `must be more than ${shown(value)}`,
  exclusiveMaximum: (value) => `must be less than ${shown(value)}`,
  multipleOf: (value) => `must be a multiple of ${shown(value)}`,
  minLength: (value) => `must have at least ${count(value, 'character')}`,
  maxLength: (value) => `must have at most ${count(value, 'character')}`,
  pattern: (value) => `must match the pattern ${typeof value === 'string' ? value : shown(value)}`,
  format: (value) => `must be of the format ${String(value)}`,
  minItems: (value) => `must have at least ${count(value, 'item')}`,
  maxItems: (value) => `must have at most ${count(value, 'item')}`,
  uniqueItems: (_value, error) => indexes(error),
  contains: () => 'must contain an item that the schema asks for',
  minContains: (value) => `must contain at least ${count(value, 'item')} that the schema asks for`,
  maxContains: (value) => `must contain at most ${count(value, 'item')} that the schema asks for`,
  minProperties: (value) => `must have at least ${count(value, 'member')}`,
  maxProperties: (value) => `must have at most ${count(value, 'member')}`,
  required: (_value, error) => `must have the member ${quoted(error)}`,
  dependentRequired: dependent,
  not: () => 'must not be what the schema excludes',
  propertyNames: () => 'has a name that the schema does not allow',
  additionalProperties: () => 'is not a member that the schema lists',
  unevaluatedProperties: () => 'is not a member that the schema lists',
  items: () => 'is an item too many',
  unevaluatedItems: () => 'is an item too many',
  anyOf: () => 'must be one of the forms that the schema allows',
  oneOf: (_value, error) => {
    const [, matches = '0'] = /\((\d+) matches\)/.exec(error) ?? [];
    return matches === '0'
      ? 'must be one of the forms that the schema allows'
      : `must be of one form alone, but is of ${matches} of those that the schema allows`;
  },
};

/** The message for a keyword with a value in the document, and with what the validator said. */
export function issueMessage(keyword: string, value: Json | undefined, error: string): string {
  // A bound of a format, such as those of int32.
  if (typeof value === 'string' && ['minimum', 'maximum', 'multipleOf', 'pattern'].includes(keyword)) {
    if (keyword !== 'pattern' || /^(?:byte|int32|int64)$/.test(value)) return messages['format']?.(value, error) ?? '';
  }
  return messages[keyword]?.(value, error) ?? 'must not be there';
}
