/** Prints every record, input and union, with its documentation. */
import { type ClientModel, type ClientOperation, metaName } from './model.js';
import { typeName } from './names.js';
import { printComment } from './print-comment.js';
import { printAlias, printField, printMembers } from './print-type.js';
import { objectFields, reached, type Schema } from './schema.js';

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
