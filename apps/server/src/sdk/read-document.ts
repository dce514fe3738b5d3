/** Reads an OpenAPI document into what a client is made of: operations by domain, their inputs, and schemas by name. */
import { type Components, type OperationObject, parsed } from './document-object.js';
import { fieldsOf, headersOf, isCondition, isRange } from './input-fields.js';
import { answerOf, bodyOf } from './json-schemas.js';
import type { ClientModel, ClientOperation } from './model.js';
import { namedParts } from './named-parts.js';
import { Names, typeName } from './names.js';

interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  readonly components: Components;
}

/**
 * Reads a document.
 *
 * @throws TypeError for what is no document of an Understudy server
 */
export function readDocument(document: unknown): ClientModel {
  const { paths, components } = parsed(document);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Found => ({ path, method, operation, components })),
  );
  const schemas = { ...components.schemas, ...namedParts(components) };
  const names = new Names();
  for (const name of Object.keys(schemas)) names.free(typeName(name));
  // Another address of an operation is no other method.
  const found = all.filter(({ operation }) => !operation['x-understudy-alias-of']);
  return { operations: found.map((one) => readOperation(one, names)), schemas };
}

/** The shared parameters that are inputs: those of pages, or the search of lines. */
function sharedFor(answers: string, shared: readonly string[]): readonly string[] {
  if (answers === 'list') return shared;
  return answers === 'lines' ? shared.filter((name) => name === 'q') : [];
}

function readOperation({ path, method, operation, components }: Found, names: Names): ClientOperation {
  const { operationId, summary, description } = operation;
  const [domain = '', name = ''] = operationId.split('.');
  const answers = operation['x-understudy-answers'];
  if (answers === undefined) {
    throw new TypeError(`${operationId} does not say what it answers (x-understudy-answers)`);
  }
  const isPage = operation['x-understudy-formats'] !== undefined;
  const isStream = answers === 'stream';
  const own = operation.parameters.filter(
    // The client reads pages of a list and rows of lines, resumes a stream by the query, sends its token in a header, and asks for whole files.
    (one) =>
      one.$ref === undefined &&
      !(isPage && one.name === 'format') &&
      !(isStream && (one.in === 'header' || one.name === 'access_token')) &&
      !(answers === 'lines' && (one.name === 'format' || one.name === 'bom')) &&
      one['x-understudy-body'] !== true &&
      !(answers === 'file' && isRange(one)),
  );
  const shared = operation.parameters.flatMap(({ $ref }) => $ref ?? []);
  const body = bodyOf(operation, components);
  if (body !== undefined && own.some((parameter) => parameter.in === 'query')) {
    throw new TypeError(`${operationId} reads a body and a query of its own, which the client cannot tell apart`);
  }
  const answer = answerOf(operation, answers, components);
  const title = typeName(name);
  const prefix = typeName(domain);
  const recordTitle = `${title}${answers === 'document' ? 'Document' : 'Record'}`;
  const { record } = answer;
  return {
    domain,
    name,
    path,
    method: method.toUpperCase(),
    answers: answers === 'written' && method === 'delete' ? 'removed' : answers,
    sends: body === undefined ? 'query' : 'body',
    headers: headersOf(own),
    accepted: '202' in operation.responses,
    keyed: shared.includes('IdempotencyKey'),
    // The control API takes paging and nothing else.
    control: !shared.includes('delay'),
    conditional: own.some(isCondition),
    holds: operation['x-understudy-holds'],
    current: operation['x-understudy-current'] ?? {},
    rows: operation['x-understudy-rows'],
    renews: operation['x-understudy-renews-session'] === true,
    mediaTypes: answers === 'file' ? Object.keys(operation.responses['200']?.content ?? {}) : [],
    summary,
    description,
    fields: fieldsOf({ own, shared: sharedFor(answers, shared), body, components }),
    ...answer,
    inputName: names.free(`${title}Input`, `${prefix}${title}Input`),
    recordName: record?.$ref === undefined ? names.free(recordTitle, `${prefix}${recordTitle}`) : typeName(record.$ref),
  };
}
