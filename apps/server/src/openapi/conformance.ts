/** Requests that a document says can be made, and whether what they are answered is what it says: what `understudy check` asks. */
import type { RawInput } from '@understudy/contract/kit';
import { hashText } from '../kit/random.js';
import type { Conformance } from '../kit/implement.js';
import type { Json, ApiParameter, ApiOperation, ApiMedia } from './model.js';
import type { Role } from './roles.js';
import { isObject } from './schema.js';
import { sample } from './sample/sample.js';
import type { Reading } from './serve/parameters.js';
import { isJsonType, responseFor, sendable } from './serve/respond.js';
import type { Stock } from './serve/stock.js';
import { valueAt, withValueAt } from './pointers.js';

/** An operation, and what it is about. */
interface Conforming extends Reading {
  readonly operation: ApiOperation;
  readonly role: Role;
  readonly stocks: ReadonlyMap<string, Stock>;
}

const written = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const SEPARATORS: Readonly<Partial<Record<ApiParameter['style'], string>>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

/** The members of a query that a parameter is written as (OpenAPI 3.1 §4.8.12.2). */
function pairsOf({ name, style, explode, mediaType }: ApiParameter, value: Json): [string, string][] {
  if (mediaType !== undefined) return [[name, JSON.stringify(value)]];
  const join = SEPARATORS[style] ?? ',';
  if (Array.isArray(value)) {
    const texts = (value as readonly Json[]).map(written);
    return explode ? texts.map((text) => [name, text]) : [[name, texts.join(join)]];
  }
  if (!isObject(value)) return [[name, written(value)]];
  const members = Object.entries(value).map(([key, own]): [string, string] => [key, written(own)]);
  if (style === 'deepObject') return members.map(([key, text]) => [`${name}[${key}]`, text]);
  return explode ? members : [[name, members.flat().join(join)]];
}

/** A body with the id of a record that is there, where the path names none, as in `PUT /pet`. */
function withSeededId(body: Json, { role, stocks }: Conforming): Json {
  if ((role.kind !== 'replace' && role.kind !== 'merge') || role.at.id !== undefined) return body;
  const stock = stocks.get(role.resource);
  const record = valueAt(body, role.bodyWrap);
  const [seed] = stock?.seeds ?? [];
  if (stock === undefined || seed === undefined || !isObject(record)) return body;
  return withValueAt(body, role.bodyWrap, stock.ids.with(record, seed.idValue));
}

/** A credential of the right form, as any value is taken. */
function credentialOf({ security: [first = []] }: ApiOperation) {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { type, httpScheme, in: place, name = '' } of first) {
    if (type === 'apiKey' && place === 'query') query[name] = 'understudy';
    else if (type === 'apiKey' && place === 'cookie') headers['cookie'] = `${name}=understudy`;
    else if (type === 'apiKey') headers[name.toLowerCase()] = 'understudy';
    else if (type !== 'mutualTLS')
      headers['authorization'] = httpScheme === 'basic' ? 'Basic dTpw' : 'Bearer understudy';
  }
  return { headers, query };
}

/** The texts that a path has where the first seeded record lies that its operation is about. */
function seededPath({ role, stocks }: Conforming): ReadonlyMap<string, string> {
  if (!('at' in role)) return new Map();
  const stock = stocks.get(role.resource);
  const [seed] = stock?.seeds ?? [];
  if (stock === undefined || seed === undefined) return new Map();
  const texts = role.at.scope.map((name, index): [string, string | undefined] => [name, seed.scope[index]]);
  const id: [string, string][] = role.at.id === undefined ? [] : [[role.at.id, seed.name]];
  // Below any value, what a parameter is like says its schema.
  const known = texts.filter((one): one is [string, string] => one[1] !== undefined && one[1] !== '');
  return new Map([...known, ...id]);
}

function example(conforming: Conforming): RawInput {
  const { operation, document, validation } = conforming;
  const drawn = (name: string, schema: ApiParameter['schema'], examples: readonly Json[]): Json => {
    const seed = hashText(`${operation.id}/${name}`);
    return examples[0] ?? sample(schema, { document, validation, seed, noun: name, direction: 'request' });
  };
  const valueOf = ({ name, schema, examples }: ApiParameter): Json => drawn(name, schema, examples);
  const textOf = (one: ApiParameter): string => [valueOf(one)].flat().map(written).join(',');
  const own = seededPath(conforming);
  const of = (place: ApiParameter['in']): ApiParameter[] =>
    operation.parameters.filter((one) => one.in === place && (one.required || place === 'path'));
  const credential = credentialOf(operation);
  const query = new URLSearchParams([
    ...of('query').flatMap((one) => pairsOf(one, valueOf(one))),
    ...Object.entries(credential.query),
  ]);
  const headers = of('header').map((one): [string, string] => [one.name.toLowerCase(), textOf(one)]);
  const body = ({ schema, examples }: ApiMedia): Json => drawn('body', schema, [...examples.values()]);
  const [media] = operation.body?.content.filter(({ type }) => isJsonType(type)) ?? [];
  return {
    path: Object.fromEntries(of('path').map((one) => [one.name, own.get(one.name) ?? textOf(one)])),
    query: String(query),
    headers: { ...Object.fromEntries(headers), ...credential.headers },
    ...(media && { body: { type: media.type, json: withSeededId(body(media), conforming) } }),
  };
}

/** What `understudy check` is told of the operations of a document, by the names that they have here. */
export function conformanceOf(operations: ReadonlyMap<string, Conforming>): Conformance {
  return {
    example: (name) => {
      const found = operations.get(name);
      return found === undefined ? { path: {}, query: '', headers: {} } : example(found);
    },
    faultOf: (name, { status, type, text }) => {
      const found = operations.get(name);
      if (found === undefined) return undefined;
      const response = responseFor(found.operation, status);
      // Of many operations only what fails is documented.
      const hasSuccess = found.operation.responses.some(({ status: one }) => one.startsWith('2'));
      if (response === undefined) {
        return status < 400 && !hasSuccess ? undefined : `the document has no response ${status}`;
      }
      const media = response.content.find((one) => isJsonType(sendable(one.type)));
      if (media === undefined || !isJsonType(type)) return undefined;
      const [issue] = found.validation.check(media.schema, JSON.parse(text) as Json, 'answer');
      return issue && `${issue.pointer === '' ? 'the body' : issue.pointer} ${issue.message}`;
    },
  };
}
