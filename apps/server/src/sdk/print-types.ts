/** Prints every record, input and union, with its documentation. */
import {
  type ClientModel,
  type ClientOperation,
  type Field,
  isConstant,
  literal,
  memberName,
  metaName,
  objectFields,
  reached,
  type Schema,
  typeName,
  valuesOf,
} from './model.js';
import { printComment, WIDTH } from './print-methods.js';

/** The type of a schema; `indent` is what stands before the line it begins on. */
function printType(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref);
  const values = valuesOf(schema);
  if (values?.length === 1) return literal(values[0]);
  const choices = choicesOf(schema);
  if (choices !== undefined) return union(choices, indent);
  if (schema.allOf) return schema.allOf.map((part) => printType(part, indent)).join(' & ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return printArray(schema.items ?? {}, indent);
    case 'object':
      return printObject(schema, indent);
    default:
      return 'unknown';
  }
}

/** What a schema leaves to choose between; undefined where it says one thing. */
function choicesOf(schema: Schema): readonly Schema[] | undefined {
  if (isConstant(schema)) return undefined;
  if (schema.enum !== undefined) return schema.enum.map((value) => ({ const: value }));
  const { type } = schema;
  if (typeof type === 'object') return type.map((one) => ({ ...schema, type: one }));
  // A choice that is one itself, such as an enum beside null, is no choice of its own.
  return (schema.anyOf ?? schema.oneOf)?.flatMap((one) => choicesOf(one) ?? [withTagDescribed(one)]);
}

/** A choice that is told apart by a constant says there what it is about, since it has no name that could. */
function withTagDescribed(choice: Schema): Schema {
  const { description, properties = {} } = choice;
  const [name, tag] = Object.entries(properties).find(([, member]) => isConstant(member)) ?? [];
  if (name === undefined || description === undefined || tag?.description !== undefined) return choice;
  return { ...choice, properties: { ...properties, [name]: { ...tag, description } } };
}

function union(choices: readonly Schema[], indent: string): string {
  const types = choices.map((choice) => printType(choice, indent));
  return [...new Set(types)].join(' | ');
}

/** A union, a choice on each line. */
function lines(types: readonly string[], indent: string): string {
  return types.map((type) => `\n${indent}| ${type}`).join('');
}

/** An array; of a union, with a choice on each line where that is asked for or a choice has several. */
function printArray(items: Schema, indent: string, isLong = false): string {
  const choices = choicesOf(items);
  const isJoined = (choices?.length ?? items.allOf?.length ?? 1) > 1;
  const item = printType(items, indent);
  if (!isJoined) return `${item}[]`;
  if (choices === undefined || !(isLong || item.includes('\n'))) return `(${item})[]`;
  return `(${lines(apart(choices, `${indent}  `), `${indent}  `)}\n${indent})[]`;
}

/** The types of choices that stand on lines of their own, behind a bar. */
function apart(choices: readonly Schema[], indent: string): string[] {
  const types = choices.flatMap((choice) => {
    // Choices of a choice, such as the values of what may be null too, are choices like the others.
    const inner = choice.$ref === undefined ? choicesOf(choice) : undefined;
    return inner === undefined ? [printType(choice, `${indent}  `)] : apart(inner, indent);
  });
  return [...new Set(types)];
}

function printObject(schema: Schema, indent: string): string {
  const { properties, additionalProperties: rest } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    return `Record<string, ${typeof rest === 'object' ? printType(rest, indent) : 'unknown'}>`;
  }
  return `{\n${printMembers(schema, `${indent}  `)}\n${indent}}`;
}

/** The members of an object, a line or more each; last the others that it says something of. */
function printMembers(schema: Schema, indent = '  '): string {
  const { additionalProperties: rest } = schema;
  const fields = objectFields(schema).map((field) => printField(field, indent));
  if (typeof rest === 'object' && rest.description !== undefined) {
    fields.push(`${printComment(rest.description, { indent })}${indent}[name: string]: unknown;`);
  }
  return fields.join('\n');
}

/** A named type that is no interface. */
function printAlias(name: string, schema: Schema): string {
  const line = `export type ${name} = ${printType(schema)};\n`;
  const choices = choicesOf(schema);
  if (choices === undefined || (line.length <= WIDTH + 1 && !line.trim().includes('\n'))) return line;
  return `export type ${name} =${lines(apart(choices, '  '), '  ')};\n`;
}

/** A field with its comment; `indent` is what stands before it. */
function printField({ name, required, description, schema, example, as }: Field, indent = '  '): string {
  const text = [description, range(schema)].filter(Boolean).join(' ');
  const tags = [
    ...('default' in schema ? [`@defaultValue ${literal(schema.default)}`] : []),
    ...(example === undefined || example === null ? [] : [`@example ${literal(example)}`]),
  ];
  return printComment(text, { indent, tags }) + printMember({ name, required, schema, as }, indent);
}

function printMember(
  { name, required, schema, as }: Pick<Field, 'name' | 'required' | 'schema' | 'as'>,
  indent: string,
): string {
  const member = `${indent}${memberName(name)}`;
  const own = printType(schema, indent);
  const type = as === undefined ? own : `${as}<${printType(schema.items ?? {}, indent)}>`;
  // As zod infers it, whatever exactOptionalPropertyTypes says; and a caller may hand on what may be undefined.
  const line = required ? `${member}: ${type};` : `${member}?: ${type} | undefined;`;
  if (as !== undefined) return line;
  if (required && schema.type === 'array' && line.length > WIDTH && !line.includes('\n')) {
    return `${member}: ${printArray(schema.items ?? {}, indent, true)};`;
  }
  const inner = `${indent}  `;
  const types = apart(choicesOf(schema) ?? [schema], inner);
  const [only = ''] = types;
  if (schema.type === 'array' && inner.length + 2 + only.length > WIDTH && !only.includes('\n')) {
    types.splice(0, 1, printArray(schema.items ?? {}, `${inner}  `, true));
  }
  if (!required) types.push('undefined');
  // One object beside null stands where it is, as formatters have it.
  const isHugged = types.length === 2 && types.includes('null');
  const isBroken = line.includes('\n') ? !isHugged : line.length > WIDTH;
  if (!isBroken || types.length === 1) return line;
  return `${member}${required ? '' : '?'}:${lines(types, inner)};`;
}

function range({ minimum, maximum }: Schema): string {
  const isBound = (value: number | undefined): value is number =>
    value !== undefined && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return isBound(minimum) && isBound(maximum) ? `From ${minimum} to ${maximum}.` : '';
}

/** The types of operations: first those that they name, after the ones `always` wanted, then their inputs. */
export function printTypes(
  { operations, schemas }: ClientModel,
  { always = [], client = '' }: { readonly always?: readonly string[]; readonly client?: string } = {},
): string {
  const found = new Map<string, Schema>();
  const add = (schema: Schema): void => {
    for (const name of reached(schema, schemas)) found.set(typeName(name), schemas[name] ?? {});
  };
  for (const name of always) add({ $ref: name });
  for (const operation of operations) {
    const { record, recordName, fields } = operation;
    if (record !== undefined && record.$ref === undefined) found.set(recordName, record);
    add(record ?? {});
    for (const one of Object.values(operation.current)) add(one);
    if (metaName(operation) !== undefined) add(operation.meta ?? {});
    for (const { schema } of fields) add(schema);
  }
  return [
    ...[...found].map(([name, schema]) => printNamed(name, schema)),
    ...operations.map((one) => printInput(one, client)),
  ].join('\n');
}

function printNamed(name: string, schema: Schema): string {
  const comment = printComment(schema.description ?? '');
  const fields = schema.type === 'object' ? objectFields(schema) : [];
  if (fields.length === 0) return comment + printAlias(name, schema);
  return `${comment}export interface ${name} {\n${printMembers(schema)}\n}\n`;
}

function printInput({ domain, name, fields: all, inputName, rows }: ClientOperation, client: string): string {
  const fields = all.map((field) => (field.name === rows ? { ...field, as: `${client}Upload` } : field));
  const comment = printComment(`Input of \`${domain}.${name}\`.`);
  if (fields.length === 0) return `${comment}export type ${inputName} = Record<string, never>;\n`;
  return `${comment}export interface ${inputName} {\n${fields.map((field) => printField(field)).join('\n')}\n}\n`;
}
