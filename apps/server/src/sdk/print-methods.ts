/** Prints the methods of a domain as an interface, with their documentation. */
import { type ClientOperation, controlTypes, metaName } from './model.js';
import { literal, memberName } from './names.js';
import { printComment, WIDTH } from './print-comment.js';
import { type Field, objectFields, type Schema } from './schema.js';

/** How the methods are printed. */
export interface MethodsForm {
  /** Name of the interface. */
  readonly type: string;
  /** What stands before the names of the client's own types. */
  readonly client: string;
}

/** The interface of a domain with these operations. */
export function printMethods(operations: readonly ClientOperation[], { type, client }: MethodsForm): string {
  const comment = printComment(`The operations of the ${operations[0]?.domain ?? ''} domain.`);
  const methods = operations.map((operation) => printMethod(operation, client));
  return `${comment}export interface ${type} {\n${methods.join('\n')}\n}\n`;
}

function printMethod(operation: ClientOperation, client: string): string {
  const { name, summary, description, fields, inputName } = operation;
  const isOptional = fields.every(({ required }) => !required);
  const comment = printComment(`${summary}.\n\n${description}`, {
    indent: '  ',
    tags: [`@example\n${example(operation)}`],
  });
  const controls = controlTypes(operation).map((control) => client + control);
  const parameters = [`input${isOptional ? '?' : ''}: ${inputName}`, `controls?: ${controls.join(' & ')}`];
  const answer = `: ${returns(operation, client)};`;
  const line = `  ${memberName(name)}(${parameters.join(', ')})${answer}`;
  if (line.length <= WIDTH) return comment + line;
  return `${comment}  ${memberName(name)}(\n${parameters.map((one) => `    ${one},\n`).join('')}  )${answer}`;
}

/** What awaiting the operation gives, or the list. */
function returns(operation: ClientOperation, client: string): string {
  const { answers, accepted, recordName } = operation;
  if (answers === 'stream') return `${client}EventStream<${recordName}>`;
  if (answers === 'lines') return `${client}Lines<${recordName}>`;
  const meta = metaName(operation);
  if (answers === 'list') return `${client}List<${meta === undefined ? recordName : `${recordName}, ${meta}`}>`;
  const data = {
    nothing: 'undefined',
    removed: `${recordName} | undefined`,
    batch: `${recordName}[]`,
    record: recordName,
    written: recordName,
    document: recordName,
    file: `${client}Download<${operation.mediaTypes.map(literal).join(' | ')}>`,
  }[answers];
  return `${client}Reply<${accepted ? `${client}Job<${data}>` : data}>`;
}

/** A call with every required input, at the values of their examples. */
function example({ domain, name, answers, fields, recordName }: ClientOperation): string {
  const inputs = fields.filter(({ required }) => required).map((field) => printInput(field));
  const isLong = inputs.join(', ').length > 60;
  const input = isLong ? `{\n  ${inputs.join(',\n  ')},\n}` : inputs.length > 0 ? `{ ${inputs.join(', ')} }` : '';
  const call = `api${access(domain)}${access(name)}(${input})`;
  const variable = recordName.charAt(0).toLowerCase() + recordName.slice(1);
  const line =
    answers === 'list' || answers === 'stream' || answers === 'lines'
      ? `for await (const ${variable} of ${call}) console.log(${variable});`
      : `await ${call};`;
  return `\`\`\`ts\n${line}\n\`\`\``;
}

function access(name: string): string {
  const member = memberName(name);
  return member === name ? `.${name}` : `[${member}]`;
}

function printInput({ name, example: given, schema }: Field): string {
  return `${memberName(name)}: ${literal(given ?? sample(schema))}`;
}

/** A value for an input that has no example of its own. */
function sample(schema: Schema): unknown {
  if (schema.type !== 'object') return null;
  const required = objectFields(schema).filter((field) => field.required);
  return Object.fromEntries(required.map(({ name, example: given, schema: inner }) => [name, given ?? sample(inner)]));
}
