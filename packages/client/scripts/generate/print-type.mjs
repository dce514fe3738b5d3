/** Prints a JSON schema as a TypeScript type, and its fields with what an editor shows on hover. */
import { printComment } from './print-comment.mjs';
import { objectFields } from './read-document.mjs';

/**
 * @param {object} schema a JSON schema, whose `$ref` is a bare name
 * @param {string} [indent] what stands before the line, for the fields of nested objects
 * @returns {string} the type
 */
export function printType(schema, indent = '') {
  if (schema.$ref) return schema.$ref;
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice) => printType(choice, indent)));
  if (schema.allOf) return schema.allOf.map((part) => printType(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => printType({ ...schema, type }, indent)));
  return byKind[schema.type]?.(schema, indent) ?? 'unknown';
}

const byKind = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: ({ items = {} }, indent) => {
    const item = printType(items, indent);
    const isJoined = (items.enum ?? items.anyOf ?? items.oneOf ?? items.allOf ?? [items.type].flat()).length > 1;
    return isJoined ? `(${item})[]` : `${item}[]`;
  },
  object: (schema, indent) => {
    const { properties, additionalProperties: rest } = schema;
    if (!properties) return `Record<string, ${typeof rest === 'object' ? printType(rest, indent) : 'unknown'}>`;
    const fields = objectFields(schema).map((field) => printField(field, `${indent}  `));
    return `{\n${fields.join('\n')}\n${indent}}`;
  },
};

function union(types) {
  return [...new Set(types)].join(' | ');
}

/**
 * @param {object} field name, schema, whether required, description and example
 * @param {string} [indent] what stands before it
 * @returns {string} the field with its comment
 */
export function printField({ name, required, description, schema, example }, indent = '  ') {
  const type = printType(schema, indent);
  // As zod infers it, whatever exactOptionalPropertyTypes says; and a caller may hand on what may be undefined.
  const member = required ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
  const text = [description, range(schema)].filter(Boolean).join(' ');
  const tags = [
    ...('default' in schema ? [`@defaultValue ${literal(schema.default)}`] : []),
    ...(example === undefined || example === null ? [] : [`@example ${literal(example)}`]),
  ];
  return `${printComment(text, { indent, tags })}${indent}${member};`;
}

function range({ minimum, maximum }) {
  const isBound = (value) => Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (isBound(minimum) && isBound(maximum)) return `From ${minimum} to ${maximum}.`;
  return '';
}

/** A value as a literal in the quotes of this code base. */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") ? JSON.stringify(value) : `'${escaped}'`;
}
