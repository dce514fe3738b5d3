/** Writes the file that gives a client domains of one's own: their types without zod, and a value that describes them. */
import { contract, problemKinds } from '@understudy/contract';
import {
  type ClientModel,
  type ClientOperation,
  currentTypes,
  domainsOf,
  literal,
  memberName,
  Names,
  typeName,
} from './model.js';
import { printMethods, routeOf } from './print-methods.js';
import { printTypes } from './print-types.js';
import { readDocument } from './read-document.js';

/** What the first line of a written file ends with. */
const MARK = 'Written by `understudy client`; do not edit. */';

/** Which domains of a document a file has. */
export interface DomainsFileOptions {
  /** Their names; `own` for those that are no domains of Understudy. @defaultValue own */
  readonly domains?: 'own' | 'all' | readonly string[] | undefined;
}

/**
 * The text of a file for `createClient({ baseUrl, domains })`.
 *
 * @param document the OpenAPI document of a server
 * @throws TypeError for what is no document of an Understudy server, for a domain that is not in it, and where it has no
 * domain to write
 *
 * @example
 * ```ts
 * import { createUnderstudy } from '@understudy/server';
 * import { domainsFile } from '@understudy/server/generate';
 *
 * const understudy = createUnderstudy();
 * const answer = await understudy.fetch('/openapi.json');
 * const text = domainsFile(await answer.json(), { domains: ['events'] });
 * console.log(text.includes('export const domains')); // true
 * await understudy.close();
 * ```
 */
export function domainsFile(document: unknown, { domains: wanted = 'own' }: DomainsFileOptions = {}): string {
  const { operations: all, schemas } = readDocument(document);
  const known = domainsOf(all);
  const own = known.filter((name) => !Object.hasOwn(contract, name));
  const chosen = wanted === 'own' ? own : wanted === 'all' ? known : wanted;
  const missing = chosen.find((name) => !known.includes(name));
  if (missing !== undefined) {
    throw new TypeError(`the server has no domain ${missing}; its domains are ${known.join(', ')}`);
  }
  if (chosen.length === 0) throw new TypeError('the server has no domain but those of Understudy');
  const operations = all.filter(({ domain }) => chosen.includes(domain));
  return printFile({ operations, schemas });
}

/** Whether a text is that of a file that was written by this, and can be written anew. */
export function isDomainsFile(text: string): boolean {
  return text.split('\n', 1)[0]?.endsWith(MARK) === true;
}

function printFile(model: ClientModel): string {
  const kinds = ownKinds(model);
  const types = methodTypes(model);
  const domains = [...types].map(([domain, type]) => ({ domain, type, own: operationsOf(model, domain) }));
  const interfaces = domains.map(({ type, own }) => printMethods(own, { type, client: 'client.' }));
  return `/** Domains for \`createClient\` of @understudy/client. ${MARK}
import type * as client from '@understudy/client';

${[printTypes(model, { client: 'client.' }), ...interfaces].join('\n')}
${printKinds(kinds, currentTypes(model))}/** The domains, for \`createClient({ baseUrl, domains })\`. */
export const domains: {
${domains.map(({ domain, type }) => `  readonly ${memberName(domain)}: client.DomainDescriptor<${type}>;\n`).join('')}} = {
${domains.map(({ domain, own }) => printDescriptor(domain, own, kinds)).join('')}};
`;
}

const operationsOf = ({ operations }: ClientModel, name: string): ClientOperation[] =>
  operations.filter(({ domain }) => domain === name);

/** The names of the interfaces of methods, by domain; a record may have the name of its domain. */
function methodTypes({ operations, schemas }: ClientModel): ReadonlyMap<string, string> {
  const names = new Names();
  for (const name of Object.keys(schemas)) names.free(typeName(name));
  for (const { inputName, recordName } of operations) for (const name of [inputName, recordName]) names.free(name);
  return new Map(domainsOf(operations).map((domain) => [domain, names.free(`${typeName(domain)}Operations`)]));
}

/** The problem kinds that no client knows by itself. */
function ownKinds({ schemas }: ClientModel): string[] {
  const all = schemas['ProblemKind']?.enum ?? [];
  return all.filter((kind): kind is string => typeof kind === 'string' && !Object.hasOwn(problemKinds, kind));
}

function printKinds(kinds: readonly string[], current: ReadonlyMap<string, string>): string {
  if (kinds.length === 0) return '';
  return `declare module '@understudy/client' {
  interface OwnKinds {
${kinds.map((kind) => `    ${memberName(kind)}: ${current.get(kind) ?? 'true'};\n`).join('')}  }
}

`;
}

function printDescriptor(domain: string, operations: readonly ClientOperation[], kinds: readonly string[]): string {
  const routes = operations.map((operation) => {
    const members = Object.entries(routeOf(operation)).map(([name, value]) => `        ${name}: ${literal(value)},\n`);
    return `      ${memberName(operation.name)}: {\n${members.join('')}      },\n`;
  });
  const known = kinds.length === 0 ? '' : `    kinds: ${printList(kinds)},\n`;
  return `  ${memberName(domain)}: {\n${known}    routes: {\n${routes.join('')}    },\n  },\n`;
}

/** A list of texts, on one line where it fits. */
function printList(values: readonly string[]): string {
  const line = literal(values);
  return line.length <= 100 ? line : `[\n${values.map((value) => `      ${literal(value)},\n`).join('')}    ]`;
}
