/** Prints types.ts: every record, input and union, with its documentation. */
import { inputName, opening, recordName } from './names.mjs';
import { printComment } from './print-comment.mjs';
import { literal, printField, printType } from './print-type.mjs';
import { objectFields } from './read-document.mjs';

/** What every client needs, whichever operations there are. */
const always = ['SimulatedError', 'PaginationStyle', 'CorsMode', 'Pagination', 'AnswerMeta', 'Problem'];

/** @returns {string} the file */
export function printTypes({ operations, schemas }) {
  const found = new Map();
  const add = (schema) => {
    for (const name of reach(schema, schemas)) found.set(name, schemas[name]);
  };
  for (const name of always) add({ $ref: name });
  for (const operation of operations) {
    if (!operation.record.$ref) found.set(recordName(operation), operation.record);
    add(operation.record);
    add(operation.meta ?? {});
    for (const { schema } of operation.fields) add(schema);
  }
  const blocks = [...[...found].map(([name, schema]) => printNamed(name, schema)), ...operations.map(printInput)];
  return `${opening('The records and inputs of the API.')}\n${blocks.join('\n')}`;
}

/** The named schemas that a schema leads to, itself included. */
function reach(schema, schemas, found = new Set()) {
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref' && !found.has(value)) {
      found.add(value);
      reach(schemas[value], schemas, found);
    }
    return value;
  });
  return found;
}

function printNamed(name, schema) {
  const comment = printComment(schema.description ?? '');
  if (schema.enum) {
    const members = schema.enum.map(literal);
    const line = `export type ${name} = ${members.join(' | ')};\n`;
    if (line.length <= 120) return comment + line;
    return `${comment}export type ${name} =${members.map((member) => `\n  | ${member}`).join('')};\n`;
  }
  if (schema.type !== 'object' || !schema.properties) return `${comment}export type ${name} = ${printType(schema)};\n`;
  const fields = objectFields(schema).map((field) => printField(field));
  return `${comment}export interface ${name} {\n${fields.join('\n')}\n}\n`;
}

function printInput(operation) {
  const { domain, name, fields } = operation;
  const comment = printComment(`Input of \`${domain}.${name}\`.`);
  if (fields.length === 0) return `${comment}export type ${inputName(operation)} = Record<string, never>;\n`;
  const lines = fields.map((field) => printField(field));
  return `${comment}export interface ${inputName(operation)} {\n${lines.join('\n')}\n}\n`;
}
