/** Reads the parts of operations: parameters, bodies, responses, callbacks, credentials. */
import type {
  ApiCallback,
  ApiHeader,
  ApiMedia,
  ApiMethod,
  ApiParameter,
  ApiResponse,
  Json,
  JsonObject,
  Schema,
  ApiCredential,
} from '../model.js';
import { isObject, listOf, memberOf } from '../schema.js';
import type { Findings } from './fault.js';
import { isReference } from './places.js';
import type { References, Target } from './references.js';
import { pointerName } from '../pointers.js';

/** What parts are read with. */
export interface Reading {
  readonly references: References;
  readonly found: Findings;
  /** The operation that is read, as findings name it. */
  readonly operation: string;
}

/** A part that an operation cannot be served without, and that is not there. */
export class MissingPart extends Error {
  constructor(
    message: string,
    readonly pointer: string,
  ) {
    super(message);
  }
}

export const METHODS: ReadonlyMap<string, ApiMethod> = new Map([
  ['get', 'GET'],
  ['put', 'PUT'],
  ['post', 'POST'],
  ['delete', 'DELETE'],
  ['patch', 'PATCH'],
]);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The members of an object, each with its pointer; none of what is no object. */
export const entriesOf = (value: Json | undefined, pointer: string): [name: string, value: Json, pointer: string][] =>
  isObject(value)
    ? Object.entries(value).map(([name, member]) => [name, member, `${pointer}/${pointerName(name)}`])
    : [];

/** Where a warning is, and what is left out for it. */
export const warn = ({ found, operation }: Reading, message: string, pointer: string): undefined =>
  found.warn(message, { pointer, operation });

/** The object behind a reference; what has none is left out with a warning. */
function objectAt(reading: Reading, value: Json, pointer: string, what: string): Target | undefined {
  const target = reading.references.follow(value, pointer);
  if (isObject(target?.value)) return target;
  return warn(reading, isReference(value) ? `${what} leads nowhere; it is left out` : `${what} is no object`, pointer);
}

/** The value of each example of a parameter, header or media type, by its name; a lone one has no name. */
function examplesOf(reading: Reading, { value: owner, pointer }: Target): ReadonlyMap<string, Json> {
  const examples = new Map<string, Json>();
  const lone = memberOf(owner, 'example');
  if (lone !== undefined) examples.set('', lone);
  for (const [name, given, at] of entriesOf(memberOf(owner, 'examples'), `${pointer}/examples`)) {
    const example = objectAt(reading, given, at, `example ${name}`)?.value;
    // Of 3.2, `dataValue` is the value before it is written; and null is a value.
    const data = ['dataValue', 'value', 'serializedValue']
      .map((member) => memberOf(example, member))
      .find((value) => value !== undefined);
    if (data !== undefined) examples.set(name, data);
  }
  return examples;
}

const schemaOf = (value: Json | undefined): Schema => (isObject(value) || value === false ? value : true);

const STYLES: Readonly<Record<ApiParameter['in'], readonly ApiParameter['style'][]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

const isLocation = (value: Json | undefined): value is ApiParameter['in'] =>
  typeof value === 'string' && Object.hasOwn(STYLES, value);

/** Headers that are no parameters (OpenAPI 3.1, 4.8.12.1): media types and security schemes say them. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function styleOf(reading: Reading, { value, pointer }: Target, location: ApiParameter['in']): ApiParameter['style'] {
  const given = memberOf(value, 'style');
  const [standard = 'form', ...more] = STYLES[location];
  if (given === undefined) return standard;
  const style = [standard, ...more].find((one) => one === given);
  if (style !== undefined) return style;
  warn(reading, `style ${JSON.stringify(given)} is none of parameters in ${location}; ${standard} is taken`, pointer);
  return standard;
}

/** The parameter of an object; undefined for one that is none. */
export function parameterOf(reading: Reading, target: Target): ApiParameter | undefined {
  const { value, pointer } = target;
  const [name, location] = [memberOf(value, 'name'), memberOf(value, 'in')];
  if (typeof name !== 'string') return warn(reading, 'a parameter has no name; it is left out', pointer);
  if (!isLocation(location)) {
    return warn(reading, `parameter ${name} is in ${JSON.stringify(location ?? null)}; it is left out`, pointer);
  }
  if (location === 'header' && NO_PARAMETERS.has(name.toLowerCase())) return undefined;
  const style = styleOf(reading, target, location);
  const explode = memberOf(value, 'explode');
  const [content] = entriesOf(memberOf(value, 'content'), `${pointer}/content`);
  const media = content && reading.references.follow(content[1], content[2]);
  const examples = [...examplesOf(reading, target).values()];
  return {
    name,
    in: location,
    required: location === 'path' || memberOf(value, 'required') === true,
    schema: schemaOf(content === undefined ? memberOf(value, 'schema') : memberOf(media?.value, 'schema')),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie',
    allowReserved: memberOf(value, 'allowReserved') === true,
    mediaType: content?.[0],
    description: textOf(memberOf(value, 'description')),
    deprecated: memberOf(value, 'deprecated') === true,
    examples: [...examples, ...(media === undefined ? [] : examplesOf(reading, media).values())],
    pointer,
  };
}

/**
 * The parameters of a list.
 *
 * @throws MissingPart where one leads nowhere
 */
export function parametersOf(reading: Reading, value: Json | undefined, pointer: string): ApiParameter[] {
  return listOf(value).flatMap((given, index) => {
    const at = `${pointer}/${index}`;
    const target = reading.references.follow(given, at);
    if (isReference(given) && !isObject(target?.value))
      throw new MissingPart(`${given.$ref} leads to no parameter`, at);
    const parameter = target && parameterOf(reading, target);
    return parameter === undefined ? [] : [parameter];
  });
}

/** Types that are a value after the other (OpenAPI 3.2, 4.14.3). */
const SEQUENCES =
  /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json)|.*\+json-seq)$/;

/** The schema of a media type; of a sequence, that of each of its values. */
function mediaSchema({ references }: Reading, type: string, value: Json): Pick<ApiMedia, 'schema' | 'isSequence'> {
  const item = memberOf(value, 'itemSchema');
  if (item !== undefined) return { schema: schemaOf(item), isSequence: true };
  const schema = schemaOf(memberOf(value, 'schema'));
  const [name = ''] = type.toLowerCase().split(';');
  const found = SEQUENCES.test(name.trim()) ? references.resolve(schema) : undefined;
  if (!isObject(found)) return { schema, isSequence: false };
  // Before 3.2, documents gave the schema of one event, or that of the list of them.
  const { type: kind } = found;
  if (kind === 'array') return { schema: schemaOf(found['items']), isSequence: true };
  const isText = kind === 'string' || Object.keys(found).length === 0;
  return { schema, isSequence: !isText };
}

/** The headers that the parts of a multipart body have, by member. */
function partHeadersOf(reading: Reading, encoding: Json | undefined, pointer: string): ApiMedia['partHeaders'] {
  const entries = entriesOf(encoding, pointer).map(
    ([name, own, at]) => [name, headersOf(reading, memberOf(own, 'headers'), `${at}/headers`)] as const,
  );
  return new Map(entries.filter(([, headers]) => headers.length > 0));
}

/** The media types of a body. */
function contentOf(reading: Reading, value: Json | undefined, pointer: string): ApiMedia[] {
  return entriesOf(value, pointer).flatMap(([type, given, at]) => {
    const target = type.startsWith('x-') ? undefined : objectAt(reading, given, at, `media type ${type}`);
    if (target === undefined) return [];
    const encoding = memberOf(target.value, 'encoding');
    const media: ApiMedia = {
      type,
      ...mediaSchema(reading, type, target.value),
      examples: examplesOf(reading, target),
      encoding: isObject(encoding) ? encoding : {},
      partHeaders: partHeadersOf(reading, encoding, `${target.pointer}/encoding`),
      pointer: target.pointer,
    };
    return [media];
  });
}

/**
 * The body of a request.
 *
 * @throws MissingPart where it leads nowhere
 */
export function bodyOf(reading: Reading, given: Json | undefined, pointer: string) {
  if (given === undefined) return undefined;
  const target = reading.references.follow(given, pointer);
  if (target === undefined || !isObject(target.value)) throw new MissingPart('its body leads nowhere', pointer);
  const content = contentOf(reading, target.value['content'], `${target.pointer}/content`);
  return content.length === 0 ? undefined : { required: target.value['required'] === true, content };
}

function headersOf(reading: Reading, value: Json | undefined, pointer: string): ApiHeader[] {
  return entriesOf(value, pointer).flatMap(([name, given, at]) => {
    // The media type says it.
    if (name.toLowerCase() === 'content-type') return [];
    const target = objectAt(reading, given, at, `header ${name}`);
    if (target === undefined) return [];
    const [content] = entriesOf(memberOf(target.value, 'content'), `${target.pointer}/content`);
    const schema = content === undefined ? memberOf(target.value, 'schema') : memberOf(content[1], 'schema');
    const required = memberOf(target.value, 'required') === true;
    return [{ name, required, schema: schemaOf(schema), examples: [...examplesOf(reading, target).values()] }];
  });
}

/** A status as it is written here; undefined where it is none. */
function statusOf(name: string): string | undefined {
  if (/^default$/i.test(name)) return 'default';
  return /^[1-5](?:\d\d|XX)$/i.test(name) ? name.toUpperCase() : undefined;
}

/**
 * The responses of an operation.
 *
 * @throws MissingPart where one leads nowhere
 */
export function responsesOf(reading: Reading, value: Json | undefined, pointer: string): ApiResponse[] {
  const responses = entriesOf(value, pointer).flatMap(([name, given, at]) => {
    if (name.startsWith('x-')) return [];
    const status = statusOf(name);
    if (status === undefined) return warn(reading, `${JSON.stringify(name)} is no status; it is left out`, at) ?? [];
    const target = reading.references.follow(given, at);
    if (!isObject(target?.value)) throw new MissingPart(`its response ${status} leads nowhere`, at);
    const response: ApiResponse = {
      status,
      description: textOf(target.value['description']),
      headers: headersOf(reading, target.value['headers'], `${target.pointer}/headers`),
      content: contentOf(reading, target.value['content'], `${target.pointer}/content`),
      pointer: target.pointer,
    };
    return [response];
  });
  if (responses.length === 0) warn(reading, 'no response is documented', pointer.replace(/\/responses$/, ''));
  return responses;
}

/** What an operation sends elsewhere. */
export function callbacksOf(reading: Reading, value: Json | undefined, pointer: string): ApiCallback[] {
  const { references } = reading;
  return entriesOf(value, pointer).flatMap(([name, given, at]) => {
    const target = objectAt(reading, given, at, `callback ${name}`);
    return entriesOf(target?.value, target?.pointer ?? at).flatMap(([expression, item, itemAt]) => {
      if (expression.startsWith('x-')) return [];
      const path = references.follow(item, itemAt);
      return entriesOf(path?.value, path?.pointer ?? itemAt).flatMap(([member, operation, operationAt]) => {
        const method = METHODS.get(member);
        if (method === undefined || !isObject(operation)) return [];
        const body = references.follow(operation['requestBody'], `${operationAt}/requestBody`);
        const content = contentOf(reading, memberOf(body?.value, 'content'), `${body?.pointer ?? operationAt}/content`);
        const json = content.find(({ type }) => /json/i.test(type));
        return [{ name, expression, method, body: json ?? content[0] }];
      });
    });
  });
}

/** What an operation says of itself. */
export function metadataOf(operation: JsonObject) {
  const { tags, operationId } = operation;
  const hints = memberOf(operation, 'x-understudy');
  return {
    operationId: typeof operationId === 'string' ? operationId : undefined,
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    tags: listOf(tags).filter((tag) => typeof tag === 'string'),
    deprecated: operation['deprecated'] === true,
    hints: isObject(hints) ? hints : {},
  };
}

/** The credentials of each security scheme, by its name; undefined for one that cannot be asked for. */
export type Schemes = ReadonlyMap<string, ApiCredential>;

const TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const;
const PLACES = ['query', 'header', 'cookie'] as const;

function credentialOf(scheme: string, given: JsonObject): ApiCredential | string {
  const type = TYPES.find((one) => one === given['type']);
  if (type === undefined) return `security scheme ${scheme} has no type that is known`;
  if (type === 'http') {
    const { scheme: name } = given;
    return typeof name === 'string'
      ? { scheme, type, httpScheme: name.toLowerCase() }
      : `security scheme ${scheme} does not say its scheme of HTTP`;
  }
  if (type !== 'apiKey') return { scheme, type };
  const place = PLACES.find((one) => one === given['in']);
  const { name } = given;
  if (place === undefined || typeof name !== 'string') return `security scheme ${scheme} has no name, or is nowhere`;
  return { scheme, type, in: place, name };
}

/** The security schemes of a document. */
export function schemesIn(root: JsonObject, references: References, found: Findings): Schemes {
  const schemes = new Map<string, ApiCredential>();
  const given = memberOf(root['components'], 'securitySchemes');
  for (const [name, value, pointer] of entriesOf(given, '/components/securitySchemes')) {
    const scheme = references.resolve(value);
    const credential = isObject(scheme) ? credentialOf(name, scheme) : `security scheme ${name} leads nowhere`;
    if (typeof credential !== 'string') schemes.set(name, credential);
    else found.warn(`${credential}; it is not asked for`, { pointer });
  }
  return schemes;
}

/** Requirements as an operation has them, else as its document has them. */
export function securityOf(reading: Reading, schemes: Schemes, given: Json | undefined, pointer: string) {
  const credential = (name: string): ApiCredential | undefined =>
    schemes.get(name) ?? warn(reading, `security scheme ${name} is not declared; it is not asked for`, pointer);
  return listOf(given)
    .filter(isObject)
    .map((requirement) => Object.keys(requirement).flatMap((name) => credential(name) ?? []));
}
