/** Prints domains.ts: the methods of the client, with their documentation. */
import { domainName, domainsOf, inputName, opening, recordName } from './names.mjs';
import { printComment } from './print-comment.mjs';
import { literal } from './print-type.mjs';
import { objectFields } from './read-document.mjs';

/** @returns {string} the file */
export function printDomains({ operations }) {
  const domains = domainsOf(operations);
  const interfaces = domains.map((domain) => {
    const own = operations.filter((operation) => operation.domain === domain);
    const comment = printComment(`The operations of the ${domain} domain.`);
    return `${comment}export interface ${domainName(domain)} {\n${own.map(printMethod).join('\n')}\n}\n`;
  });
  const members = domains.map((domain) => `  readonly ${domain}: ${domainName(domain)};`);
  return `${opening('The methods of the client.')}
${imports(operations)}
${interfaces.join('\n')}
/** Every domain of the API. */
export interface Domains {
${members.join('\n')}
}
`;
}

function imports(operations) {
  const types = operations.flatMap((operation) => [inputName(operation), recordName(operation), metaName(operation)]);
  const names = (found) => [...new Set(found)].filter(Boolean).toSorted();
  const returned = new Set(operations.map(({ answers }) => (answers === 'list' ? 'List' : 'Reply')));
  return [
    `import type { ${names(operations.map(controlsName)).join(', ')} } from '../controls.js';`,
    ...(returned.has('List') ? ["import type { List } from '../list.js';"] : []),
    ...(returned.has('Reply') ? ["import type { Reply } from '../reply.js';"] : []),
    `import type {\n${names(types)
      .map((type) => `  ${type},`)
      .join('\n')}\n} from './types.js';`,
    '',
  ].join('\n');
}

/** The controls an operation takes. */
function controlsName({ keyed, control }) {
  if (control) return 'PagingControls';
  return keyed ? 'WriteControls' : 'CallControls';
}

/** The type of a list's meta, where it has more than every other. */
function metaName({ answers, meta }) {
  return answers === 'list' && meta?.$ref && meta.$ref !== 'AnswerMeta' ? meta.$ref : undefined;
}

function printMethod(operation) {
  const { name, summary, description, fields } = operation;
  const isOptional = fields.every(({ required }) => !required);
  const comment = printComment(`${summary}.\n\n${description}`, {
    indent: '  ',
    tags: [`@example\n${example(operation)}`],
  });
  const input = `input${isOptional ? '?' : ''}: ${inputName(operation)}`;
  return `${comment}  ${name}(${input}, controls?: ${controlsName(operation)}): ${returns(operation)};`;
}

function returns(operation) {
  const record = recordName(operation);
  const meta = metaName(operation);
  if (operation.answers === 'list') return `List<${meta ? `${record}, ${meta}` : record}>`;
  if (operation.answers === 'removed') return `Reply<${record} | undefined>`;
  return `Reply<${operation.answers === 'batch' ? `${record}[]` : record}>`;
}

/** A call with every required input, at the values of their examples. */
function example(operation) {
  const { domain, name, answers, fields } = operation;
  const inputs = fields
    .filter(({ required }) => required)
    .map((field) => `${field.name}: ${literal(field.example ?? sample(field.schema))}`);
  const isLong = inputs.join(', ').length > 60;
  const input = isLong ? `{\n  ${inputs.join(',\n  ')},\n}` : inputs.length > 0 ? `{ ${inputs.join(', ')} }` : '';
  const call = `api.${domain}.${name}(${input})`;
  const record = recordName(operation);
  const variable = record.charAt(0).toLowerCase() + record.slice(1);
  const line =
    answers === 'list' ? `for await (const ${variable} of ${call}) console.log(${variable});` : `await ${call};`;
  return `\`\`\`ts\n${line}\n\`\`\``;
}

/** A value for an input that has no example of its own. */
function sample(schema) {
  if (schema.type !== 'object') return null;
  const required = objectFields(schema).filter((field) => field.required);
  return Object.fromEntries(required.map(({ name, example: given, schema: inner }) => [name, given ?? sample(inner)]));
}
