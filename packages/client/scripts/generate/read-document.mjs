/** Reads an OpenAPI document into what the SDK is made of: operations by domain, their inputs, and schemas by name. */

/** Shared parameters that are part of a list's input; the others are controls of the call. */
const pagingInputs = new Set(['cursor', 'page', 'per_page', 'q']);

/**
 * @param {object} document an OpenAPI 3.1 document
 * @returns {{ operations: object[], schemas: Record<string, object> }} the model; every `$ref` is a bare name
 */
export function readDocument(document) {
  const { paths, components } = JSON.parse(JSON.stringify(document), (key, value) =>
    key === '$ref' ? value.split('/').at(-1) : value,
  );
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, components })),
  );
  // Another address of an operation is no other method.
  const operations = all.filter(({ operation }) => !operation['x-understudy-alias-of']).map(readOperation);
  return { operations, schemas: { ...components.schemas, ...namedParts(components) } };
}

/** Parts of other schemas that users want to name. */
function namedParts({ schemas: { Problem }, parameters }) {
  const { kind, errors } = Problem.properties;
  const named = {
    SimulatedError: parameters.simulate_error.schema,
    PaginationStyle: parameters.pagination_style.schema,
    CorsMode: parameters.cors.schema,
    ProblemKind: kind,
    ProblemFault: errors.items,
  };
  const properties = {
    ...Problem.properties,
    kind: { $ref: 'ProblemKind', description: kind.description, examples: kind.examples },
    errors: { ...errors, items: { $ref: 'ProblemFault' } },
  };
  const about = {
    SimulatedError: parameters.simulate_error.description,
    PaginationStyle: parameters.pagination_style.description,
    CorsMode: parameters.cors.description,
  };
  const described = Object.entries(named).map(([name, schema]) => [
    name,
    { ...schema, description: about[name] ?? schema.description },
  ]);
  return { ...Object.fromEntries(described), Problem: { ...Problem, properties } };
}

function readOperation({ path, method, operation, components }) {
  const [domain, name] = operation.operationId.split('.');
  const answers = operation['x-understudy-answers'];
  if (!answers) throw new Error(`${operation.operationId} does not say what it answers (x-understudy-answers)`);
  const own = operation.parameters.filter((parameter) => !parameter.$ref);
  const shared = operation.parameters.filter(({ $ref }) => $ref).map(({ $ref }) => $ref);
  const paging = answers === 'list' ? shared.filter((parameter) => pagingInputs.has(parameter)) : [];
  const body = bodyOf(operation, components);
  if (body && own.some((parameter) => parameter.in === 'query')) {
    throw new Error(`${operation.operationId} reads a body and a query of its own, which the SDK cannot tell apart`);
  }
  const fields = [
    ...own.map(parameterField),
    ...paging.map((parameter) => parameterField(components.parameters[parameter])),
    ...(body ? objectFields(body) : []),
  ];
  return {
    domain,
    name,
    path,
    method: method.toUpperCase(),
    answers: answers === 'written' && method === 'delete' ? 'removed' : answers,
    sends: body ? 'body' : 'query',
    headers: headersOf(own),
    keyed: ['POST', 'PATCH'].includes(method.toUpperCase()) && shared.includes('IdempotencyKey'),
    // The control API takes paging and nothing else.
    control: !shared.includes('delay'),
    renews: operation['x-understudy-renews-session'] === true,
    summary: operation.summary,
    description: operation.description,
    // A name that only the path gives again says nothing more.
    fields: fields.filter((field, index) => fields.findIndex((other) => other.name === field.name) === index),
    ...answerOf(operation, answers, components),
  };
}

/** The headers that inputs go into, by input; undefined where none does. */
function headersOf(parameters) {
  const all = parameters.filter((parameter) => parameter.in === 'header');
  if (all.length === 0) return undefined;
  return Object.fromEntries(all.map((parameter) => [parameter['x-understudy-input'], parameter.name]));
}

function bodyOf({ requestBody }, { schemas }) {
  const schema = requestBody?.content['application/json']?.schema;
  return schema?.$ref ? schemas[schema.$ref] : schema;
}

/** The schema of the one record, or of the document, that an operation answers, and of what stands beside it. */
function answerOf({ operationId, responses }, answers, { schemas }) {
  const { schema } = responses['200'].content['application/json'];
  const answer = schema.$ref ? schemas[schema.$ref] : schema;
  // A document keeps the name it has in the OpenAPI document.
  if (answers === 'document') return { record: answer.$ref || !schema.$ref ? answer : schema };
  const { data, meta } = answer.properties ?? {};
  const record = answers === 'record' ? data : data?.items;
  if (!record) throw new Error(`${operationId} answers a ${answers}, but its schema shows no record`);
  return { record, meta };
}

function parameterField({ 'x-understudy-input': input, name, required, description, schema: given, example }) {
  const schema = { ...given };
  // An optional parameter's allOf, and a required one's default, are there for importers alone.
  delete schema[required ? 'default' : 'allOf'];
  return { name: input ?? name, required, description, schema, example: example ?? schema.enum?.[0] };
}

/** The fields of an object schema. */
export function objectFields({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: schema.description,
    schema,
    example: schema.examples?.[0] ?? schema.enum?.[0],
  }));
}
