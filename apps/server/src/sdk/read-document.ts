/** Reads an OpenAPI document into what a client is made of: operations by domain, their inputs, and schemas by name. */
import {
  type AnswerShape,
  type ClientModel,
  type ClientOperation,
  type Field,
  Names,
  objectFields,
  type Schema,
  type Schemas,
  typeName,
} from './model.js';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  /** Whether it is a member of the body, which stands in the query where the body has no room for it. */
  readonly 'x-understudy-body'?: boolean;
  /** The input that it carries, where that has another name. */
  readonly 'x-understudy-input'?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-understudy-answers'?: Exclude<AnswerShape, 'removed'>;
  readonly 'x-understudy-alias-of'?: string;
  readonly 'x-understudy-renews-session'?: boolean;
  /** The input that says for how many seconds the answer may be held. */
  readonly 'x-understudy-holds'?: string;
  /** The record that its problems show, by kind. */
  readonly 'x-understudy-current'?: Readonly<Record<string, Schema>>;
  /** The member of its body that has rows. */
  readonly 'x-understudy-rows'?: string;
  /** Forms of its list beside the page, which a client does not ask for. */
  readonly 'x-understudy-formats'?: readonly string[];
}

interface Components {
  readonly schemas: Schemas;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Components;
}

/** The document, every `$ref` in it a bare name. */
function parsed(document: unknown): Document {
  const bare = JSON.parse(JSON.stringify(document) ?? 'null', (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.split('/').at(-1) : value,
  ) as Partial<Document> | null;
  const { paths, components } = bare ?? {};
  const problem = components?.schemas?.['Problem'];
  if (paths === undefined || components === undefined || problem === undefined) {
    throw new TypeError('this is no OpenAPI document of an Understudy server');
  }
  return { paths, components };
}

/** Shared parameters that are part of a list's input; the others are controls of the call. */
const pagingInputs: ReadonlySet<string> = new Set(['cursor', 'page', 'per_page', 'q']);

/** Whether a parameter is If-Match, a control of the call. */
const isCondition = (parameter: Parameter): boolean =>
  parameter.in === 'header' && parameter.name.toLowerCase() === 'if-match';

/** Whether a parameter says which part of a file is wanted. */
const isRange = ({ in: position, 'x-understudy-input': input }: Parameter): boolean =>
  position === 'header' && input === undefined;

/** The headers that inputs go into, by input. */
function headersOf(own: readonly Parameter[]): Readonly<Record<string, string>> {
  const all = own.filter((parameter) => parameter.in === 'header' && !isCondition(parameter));
  return Object.fromEntries(all.map((parameter) => [inputOf(parameter), parameter.name]));
}

const inputOf = ({ 'x-understudy-input': input, name }: Parameter): string => input ?? name;

/** Where the inputs of an operation stand. */
interface FieldSources {
  readonly own: readonly Parameter[];
  readonly shared: readonly string[];
  readonly body: Schema | undefined;
  readonly components: Components;
}

/** The inputs of an operation, each once. */
function fieldsOf({ own, shared, body, components }: FieldSources): Field[] {
  const paging = shared.flatMap((name) => (pagingInputs.has(name) ? (components.parameters[name] ?? []) : []));
  const fields = [
    ...own.filter((parameter) => !isCondition(parameter)).map(parameterField),
    ...paging.map(parameterField),
    ...(body === undefined ? [] : objectFields(body)),
  ];
  // A name that only the path gives again says nothing more.
  return fields.filter((field, index) => fields.findIndex((other) => other.name === field.name) === index);
}

function parameterField(parameter: Parameter): Field {
  const { required, description, schema, example } = parameter;
  return { name: inputOf(parameter), required, description, schema, example: example ?? schema.enum?.[0] };
}

function resolved(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema?.$ref === undefined ? schema : schemas[schema.$ref];
}

/** The schema of the body; undefined where none is read. */
function bodyOf({ requestBody }: OperationObject, { schemas }: Components): Schema | undefined {
  return resolved(requestBody?.content['application/json']?.schema, schemas);
}

/** The schema of the one record, or of the document, that an operation answers, and of what stands beside it. */
function answerOf(
  { operationId, responses, 'x-understudy-formats': formats }: OperationObject,
  answers: Exclude<AnswerShape, 'removed'>,
  { schemas }: Components,
): Pick<ClientOperation, 'record' | 'meta'> {
  if (answers === 'nothing' || answers === 'file') return { record: undefined, meta: undefined };
  const { content } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {};
  if (answers === 'stream') return { record: content?.['text/event-stream']?.schema?.contentSchema, meta: undefined };
  if (answers === 'lines') return { record: content?.['application/x-ndjson']?.schema?.contentSchema, meta: undefined };
  const given = content?.['application/json']?.schema;
  // The first form of a list is the page.
  const schema = formats === undefined ? given : given?.anyOf?.[0];
  const answer = resolved(schema, schemas);
  if (schema === undefined || answer === undefined) throw new TypeError(`${operationId} has no answer in JSON`);
  // A document keeps the name it has in the OpenAPI document.
  if (answers === 'document') return { record: answer.$ref === undefined ? schema : answer, meta: undefined };
  const { data, meta } = answer.properties ?? {};
  const record = answers === 'record' ? data : data?.items;
  if (record === undefined) throw new TypeError(`${operationId} answers a ${answers}, but its schema shows no record`);
  return { record, meta };
}

/** Parts of other schemas that users want to name. */
function namedParts({ schemas, parameters }: Components): Schemas {
  const { Problem = {} } = schemas;
  const { kind = {}, errors = {} } = Problem.properties ?? {};
  const control = (name: string): Schema => {
    const { schema = {}, description } = parameters[name] ?? {};
    return { ...schema, ...(description === undefined ? {} : { description }) };
  };
  const named = (name: string, { description, examples }: Schema): Schema => ({
    $ref: name,
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  });
  return {
    SimulatedError: control('simulate_error'),
    PaginationStyle: control('pagination_style'),
    CorsMode: control('cors'),
    ProblemKind: kind,
    ProblemFault: errors.items ?? {},
    Problem: {
      ...Problem,
      properties: {
        ...Problem.properties,
        kind: named('ProblemKind', kind),
        errors: { ...errors, items: { $ref: 'ProblemFault' } },
      },
    },
  };
}

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
