/** Tells problems as the operations of a document tell them: in the error schema that they document for a status. */
import type { RawAnswer } from '@understudy/contract/kit';
import type { ToldProblem } from '../../kit/handler.js';
import { hashText } from '../../kit/random.js';
import type { ApiMedia, ApiOperation, ApiResponse, Json, JsonObject, Schema } from '../model.js';
import { sample } from '../sample/sample.js';
import { isNumeric, isObject, shapeAt } from '../schema.js';
import { headersOf, isJsonType, mediaFor, responseFor, sendable } from './respond.js';
import type { Reading } from './parameters.js';

/** Members that say what is wrong, in words. */
const MESSAGE =
  /^(?:message|msg|detail|details|description|error_?description|error_?message|user_?message|reason|summary|error|errors|fault_?string|text|info)$/i;

const TITLE = /^(?:title|name|status_?text|type_?name)$/i;

const STATUS = /^(?:status|status_?code|http_?status|http_?code|code)$/i;

const FIELD = /^(?:field|param|parameter|pointer|path|location|property|target|source|attribute|loc)$/i;

const KIND = /^(?:kind|code|type|error_?code|error|reason|id)$/i;

const MAX_LEVELS = 4;

/** What a problem says, for the members of an error. */
interface Words {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly kind: string;
  readonly faults: readonly { readonly where: string; readonly detail: string }[];
}

function wordsOf({ problem }: ToldProblem, status: number): Words {
  const faults = (problem.errors ?? []).map((fault) => {
    const where = fault.parameter ?? (fault.pointer ?? '').replace(/^#\/?/, '').replaceAll('/', '.');
    return { where: where === '' ? 'body' : where, detail: fault.detail };
  });
  const listed = faults.map(({ where, detail }) => `${where} ${detail}`).join('; ');
  const { title, kind } = problem;
  return { status, title, kind, faults, detail: listed === '' ? (problem.detail ?? title) : listed };
}

/** What a member of an error says; undefined where it is left as it was drawn. */
function errorValue(reading: Reading, name: string, schema: Schema, words: Words): Json | undefined {
  const { types, values } = shapeAt(reading.document, schema);
  if (isNumeric({ types })) return STATUS.test(name) ? words.status : undefined;
  const isText = types.has('string') || types.size === 0;
  if (!isText || values.length > 0) return undefined;
  if (/^(?:http_?)?status(?:_?code)?$/i.test(name)) return String(words.status);
  if (TITLE.test(name)) return words.title;
  if (name.toLowerCase() === 'instance') return undefined;
  if (KIND.test(name) && !/^(?:reason|error)$/i.test(name)) return words.kind;
  return MESSAGE.test(name) ? words.detail : undefined;
}

/** A list of errors: one for each fault, like the first that was drawn. */
function filledList(filling: Filling, drawn: readonly Json[], schema: Schema): Json {
  const { document, validation, words, level } = filling;
  const { items } = shapeAt(document, schema);
  const [first] = drawn;
  if (items === undefined || first === undefined) return drawn;
  const each = words.faults.length === 0 ? [{ where: '', detail: words.detail }] : words.faults;
  const list = each.map(({ where, detail }) => {
    const own = { ...filling, words: { ...words, detail, faults: [] }, level: level + 1 };
    const item = typeof first === 'string' ? `${where} ${detail}`.trim() : filled(own, first, items);
    return isObject(item) ? withField(filling, item, items, where) : item;
  });
  return validation.isValid(schema, list, 'answer') ? list : drawn;
}

/** Members that are said although they were not drawn. */
const ADDED = /^(?:message|detail|title|status|error|code)$/i;

/** What an error is filled with. */
interface Filling extends Reading {
  readonly words: Words;
  /** Objects that it is in. */
  readonly level: number;
}

/** An error in which its members say what is wrong; each change must leave it valid. */
function filled(filling: Filling, drawn: Json, schema: Schema): Json {
  const { document, validation, words, level } = filling;
  if (level > MAX_LEVELS) return drawn;
  if (typeof drawn === 'string') {
    return level === 0 && validation.isValid(schema, words.detail, 'answer') ? words.detail : drawn;
  }
  if (Array.isArray(drawn)) return filledList(filling, drawn as readonly Json[], schema);
  if (!isObject(drawn)) return drawn;
  const members = new Map(Object.entries(drawn));
  for (const [name, member] of shapeAt(document, schema).members) {
    const own = members.get(name);
    const within = () => (own === undefined ? undefined : filled({ ...filling, level: level + 1 }, own, member));
    const said = errorValue(filling, name, member, words) ?? within();
    if (said === undefined || said === own || (own === undefined && !ADDED.test(name))) continue;
    if (validation.isValid(member, said, 'answer')) members.set(name, said);
  }
  const result = Object.fromEntries(members);
  return validation.isValid(schema, result, 'answer') ? result : drawn;
}

function withField(reading: Reading, item: JsonObject, schema: Schema, where: string): JsonObject {
  const { members } = shapeAt(reading.document, schema);
  const named = [...members].find(
    ([name, member]) => FIELD.test(name) && shapeAt(reading.document, member).types.has('string'),
  );
  if (named === undefined || where === '') return item;
  return reading.validation.isValid(named[1], where, 'answer') ? { ...item, [named[0]]: where } : item;
}

/** Statuses that stand for one another where an operation documents only one of them, by the one that a problem has. */
const INSTEAD: Readonly<Record<number, readonly number[]>> = { 400: [400, 422], 422: [422, 400] };

/** The status and the response with which an operation tells a problem of a status. */
function responseTo(operation: ApiOperation, status: number): readonly [number, ApiResponse | undefined] {
  const exact = (INSTEAD[status] ?? [status]).find((one) =>
    operation.responses.some((response) => response.status === String(one)),
  );
  const chosen = exact ?? status;
  return [chosen, responseFor(operation, chosen)];
}

function bodyOf(reading: Reading, operation: ApiOperation, media: ApiMedia, words: Words): Json {
  const seed = hashText(`${operation.id}/${words.status}`);
  const [example] = media.examples.values();
  const drawn = example ?? sample(media.schema, { ...reading, seed, noun: 'error' });
  return filled({ ...reading, words, level: 0 }, drawn, media.schema);
}

/** Gives what tells the problems of an operation in its own words; undefined where it documents none for a status. */
export function problemTeller(reading: Reading, operation: ApiOperation) {
  return (told: ToldProblem): RawAnswer | undefined => {
    const [status, response] = responseTo(operation, told.problem.status);
    // What `default` documents may be the answer of what has succeeded.
    const hasSuccess = operation.responses.some((one) => one.status.startsWith('2'));
    if (response === undefined || (response.status === 'default' && !hasSuccess)) return undefined;
    const media = mediaFor(response, told.headers['accept']);
    const draw = { seed: hashText(operation.id), noun: 'error' };
    const input = { path: {}, query: '', headers: {} };
    const headers = headersOf({ ...reading, operation, input, draw }, response);
    if (media === undefined)
      return response.content.length === 0 && response.status !== 'default' ? { status, type: '', headers } : undefined;
    const type = sendable(media.type);
    if (!isJsonType(type)) return undefined;
    const body = bodyOf(reading, operation, media, wordsOf(told, status));
    return { status, type, headers, text: JSON.stringify(body) };
  };
}
