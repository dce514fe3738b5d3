/** Writes the methods of a client. */
import { wrap } from '../kit/wrap.js';
import {
  type ClientOperation,
  controlTypes,
  type Field,
  literal,
  memberName,
  metaName,
  objectFields,
  type Schema,
} from './model.js';

/** Longest line of generated code. */
export const WIDTH = 120;

/** What stands before a comment, and the tags after its text. */
interface CommentForm {
  readonly indent?: string;
  readonly tags?: readonly string[];
}

/** The comment with its line break; nothing where there is nothing to say. Paragraphs are separated by an empty line. */
export function printComment(text: string, { indent = '', tags = [] }: CommentForm = {}): string {
  const [safe = '', ...safeTags] = [text.trim(), ...tags].map((part) => part.replaceAll('*/', '* /'));
  const all = [safe, ...safeTags].filter(Boolean);
  if (all.length === 0) return '';
  const line = `${indent}/** ${all.join(' ')} */`;
  if (line.length <= WIDTH && !line.includes('\n')) return `${line}\n`;
  const paragraphs = safe.split(/\n\s*\n/).filter(Boolean);
  const blocks = paragraphs.map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), WIDTH - indent.length - 3));
  // Tags hold code, which stands as it is.
  if (safeTags.length > 0) blocks.push(safeTags.join('\n').split('\n'));
  const lines = blocks.flatMap((block, index) => (index > 0 ? ['', ...block] : block));
  const body = lines.map((row) => `${indent} * ${row}`.trimEnd()).join('\n');
  return `${indent}/**\n${body}\n${indent} */\n`;
}

interface MethodsForm {
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

/** The members of its route, in the order in which they are written. */
export function routeOf({ method, path, answers, sends, ...marks }: ClientOperation): Record<string, unknown> {
  const { headers, keyed, control, accepted, holds, mediaTypes, rows } = marks;
  return {
    method,
    path,
    answers,
    sends,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(keyed ? { keyed } : {}),
    ...(control ? { control } : {}),
    ...(accepted ? { accepted } : {}),
    ...(mediaTypes.length > 0 ? { mediaTypes } : {}),
    ...(holds === undefined ? {} : { holds }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/**
 * Its route as a line, where all paths of its domain begin with the same one: the client's own file is read by every
 * browser that loads the client, and lines take a third less. `readRoutes` of the client reads them.
 */
export function lineOf(operation: ClientOperation, base: string): string {
  const { method, path, answers, sends, headers, holds, mediaTypes, rows, ...marks } = routeOf(operation);
  const rare = Object.entries({ headers, holds, mediaTypes, rows }).filter(([, value]) => value !== undefined);
  const words = [method, answers, ...(sends === 'body' ? ['body'] : []), ...Object.keys(marks)];
  const below = String(path).slice(base.length);
  const line = literal([...words, ...(below === '' ? [] : [below])].join(' '));
  return rare.length === 0 ? line : `[${line}, ${literal(Object.fromEntries(rare))}]`;
}

/** The path that those of all operations begin with, up to the end of a name. */
export function commonPath(operations: readonly ClientOperation[]): string {
  const [first = [], ...others] = operations.map(({ path }) => path.split('/'));
  const isCommon = (name: string, index: number) =>
    !name.startsWith('{') && others.every((other) => other[index] === name);
  const differs = first.findIndex((name, index) => !isCommon(name, index));
  return first.slice(0, differs < 0 ? undefined : differs).join('/');
}
