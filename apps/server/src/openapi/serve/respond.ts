/** Makes answers that are as their document says: a response for a status, a media type for an Accept, a body, headers. */
import Negotiator from 'negotiator';
import type { RawInput, RawAnswer } from '@understudy/contract/kit';
import { toBase64 } from '#platform/runtime';
import { loadedLater } from '../../kit/made-once.js';
import { hashText } from '../../kit/random.js';
import type { WritableRecords } from '../../kit/records.js';
import { badRequest, ProblemError } from '../../kit/problem-error.js';
import type { Schema, JsonObject, Json, ApiResponse, ApiOperation, ApiMedia } from '../model.js';
import { type Sampling, fit, sample } from '../sample/sample.js';
import { isObject, shapeAt } from '../schema.js';
import type { Reading } from './parameters.js';
import type { Stock } from './stock.js';

/** What a client prefers of an answer (RFC 7240), by the names that Prism has for it. */
interface Prefer {
  /** The status that it wants. */
  readonly code?: number | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** Whether it wants no example, but what the schema gives. */
  readonly isDynamic: boolean;
}

/** The preferences of a request: in the header, or in a query as Prism reads it too. */
export function preferOf({ headers, query }: RawInput): Prefer {
  const said = new Map<string, string>();
  for (const pair of (headers['prefer'] ?? '').split(/[,;]/)) {
    const [name = '', value = ''] = pair.split('=', 2).map((text) => text.trim());
    if (name !== '') said.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  if (query.includes('__')) {
    const sent = new URLSearchParams(query);
    for (const name of ['code', 'example', 'dynamic']) {
      const value = sent.get(`__${name}`);
      if (value !== null) said.set(name, value);
    }
  }
  const code = said.get('code');
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    throw badRequest([
      { parameter: 'Prefer', code: 'invalid_value', detail: 'must have a status as its code, from 200 to 599' },
    ]);
  }
  return {
    code: code === undefined ? undefined : Number(code),
    example: said.get('example'),
    isDynamic: said.get('dynamic') === 'true',
  };
}

const isSuccess = ({ status }: ApiResponse): boolean => /^2(?:\d\d|XX)$/i.test(status);

/** The response that an operation documents for what has succeeded. */
export function successOf({ responses }: ApiOperation): ApiResponse | undefined {
  const redirect = responses.find(({ status }) => status.startsWith('3'));
  return responses.find(isSuccess) ?? responses.find(({ status }) => status === 'default') ?? redirect;
}

/** The response that is documented for a status: its own, that of its class, or the one for all others. */
export function responseFor({ responses }: ApiOperation, status: number): ApiResponse | undefined {
  const ranged = `${Math.floor(status / 100)}XX`;
  return (
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status.toUpperCase() === ranged) ??
    responses.find((one) => one.status === 'default')
  );
}

/** The status of a response: of a class its first. */
function statusOf({ status }: ApiResponse): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return /^[1-5]XX$/i.test(status) ? Number(status[0]) * 100 : 200;
}

export const isXmlType = (type: string): boolean => /^(?:application|text)\/(?:[^;]+\+)?xml\s*(?:;|$)/i.test(type);

/** What writes and reads XML, which few documents need. */
export const loadedXml = loadedLater(() => import('./xml.js'));

export const isJsonType = (type: string): boolean =>
  /^(?:application\/(?:[^;]+\+)?json|text\/json)\s*(?:;|$)/i.test(type);

/** A type that can be sent: of a range, one that is in it. */
export function sendable(type: string): string {
  const plain = type.split(';', 1)[0]?.trim() ?? '';
  if (plain === '*/*' || plain === 'application/*') return 'application/json';
  if (plain === 'text/*') return 'text/plain';
  if (plain === 'image/*') return 'image/png';
  return plain.endsWith('/*') ? 'application/octet-stream' : type;
}

/** Media types that carry no JSON, for which only an example or bytes can stand. */
const isSequenceType = (type: string): boolean => /event-stream|ndjson|jsonl|json-seq/i.test(type);

/** The media type of a response that a client accepts; of those that it accepts alike, JSON. */
export function mediaFor({ content }: ApiResponse, accept: string | undefined): ApiMedia | undefined {
  const ordered = [
    ...content.filter(({ type }) => isJsonType(type)),
    ...content.filter(({ type }) => !isJsonType(type)),
  ];
  if (accept === undefined || ordered.length < 2) return ordered[0];
  const types = ordered.map(({ type }) => sendable(type).toLowerCase());
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  // One that the client does not accept is better than none (RFC 9110 §12.4.1).
  return ordered[best === undefined ? 0 : types.indexOf(best)] ?? ordered[0];
}

/** What a patch makes of a record. */
export type Patch = (record: JsonObject) => JsonObject;

/** How the values of an answer are drawn. */
type Draw = Omit<Sampling, 'document' | 'validation' | 'direction'>;

/** The text of a value in XML, by its schema; its element is called as the noun where no schema names it. */
type XmlWriter = (value: Json, schema: Schema, noun: string) => string;

/** An answer that is to be made. */
export interface Answering extends Reading {
  readonly operation: ApiOperation;
  readonly input: RawInput;
  readonly draw: Draw;
  /** What writes XML; there where the operation documents an answer in it. */
  readonly xml?: XmlWriter | undefined;
}

/** A call of an operation on the records of a resource. */
export interface Action extends Answering {
  /** Parameters by place and name, such as `query limit`. */
  readonly values: ReadonlyMap<string, Json>;
  /** The body; undefined where there is none that can be read. */
  readonly body: Json | undefined;
  /** The patch that the body is; undefined where it is none. */
  readonly patch: Patch | undefined;
  readonly records: WritableRecords;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** Origin and sandbox path, without a slash at the end. */
  readonly baseUrl: string;
  readonly stock: Stock;
  /** The values of the path parameters before the id. */
  readonly scope: readonly string[];
  /** The id that the path, or the body in its place, names; undefined where none does. */
  readonly name: string | undefined;
  /** Members that the path says of the records that it is about, each with its text. */
  readonly bound: readonly { readonly member: string; readonly text: string }[];
  /** A text that is new each time, for the id of a record to create. */
  readonly newId: (content: Json) => string;
  /** Whether a record is made for an id that none has. */
  readonly anyId: boolean;
  /** How members are drawn that a record lacks. */
  readonly samplingOf: (record: JsonObject) => Sampling;
}

/** What was drawn last for each part of a document: most requests of an operation ask for the same. */
const drawn = new WeakMap<object, { readonly of: string; readonly value: unknown }>();

function latest<Value>(part: object, which: string, { seed, noun }: Draw, make: () => Value): Value {
  const of = `${seed} ${noun} ${which}`;
  const last = drawn.get(part);
  // What was drawn for a part is always of one type.
  if (last?.of === of) return last.value as Value;
  const value = make();
  drawn.set(part, { of, value });
  return value;
}

/** What a response says, without the records of a sandbox: an example, or what its schema gives. */
export function statelessValue({ document, validation, draw }: Answering, media: ApiMedia, prefer?: Prefer): Json {
  const { examples, schema } = media;
  if (prefer?.example !== undefined) {
    const named = examples.get(prefer.example);
    if (named === undefined) {
      const names = [...examples.keys()].filter((name) => name !== '');
      throw new ProblemError('not_found', {
        detail: `no example is called ${JSON.stringify(prefer.example)}; ${names.length === 0 ? 'there are none with names' : `there are ${names.join(', ')}`}`,
      });
    }
    return named;
  }
  const [first] = examples.values();
  const isDynamic = prefer?.isDynamic === true;
  if (first !== undefined && !isDynamic) return first;
  const about = { ...draw, document, validation, examples: !isDynamic };
  return latest(media, `${draw.index} ${isDynamic}`, draw, () => sample(schema, about));
}

/** What each record looks like by each schema: nobody changes a record once it is stored. */
const shapes = new WeakMap<JsonObject, Map<Schema, Json>>();

/** A stored record as a schema shows it. */
export function shownAs(record: JsonObject, schema: Schema, samplingOf: (record: JsonObject) => Sampling): Json {
  const own = shapes.get(record) ?? new Map<Schema, Json>();
  const made = own.get(schema) ?? fit(record, schema, samplingOf(record));
  if (own.size === 0) shapes.set(record, own);
  own.set(schema, made);
  return made;
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The items of a sequence: those of an example that is a list, the example, or some that are drawn. */
function itemsOf(answering: Answering, media: ApiMedia): readonly Json[] {
  const [first] = media.examples.values();
  if (first !== undefined) return Array.isArray(first) ? (first as readonly Json[]) : [first];
  return [0, 1, 2].map((index) => {
    const draw = { ...answering.draw, index, seed: hashText(`${answering.draw.seed}/${index}`) };
    return statelessValue({ ...answering, draw }, media);
  });
}

/** The text of a sequence of values (HTML Living Standard §9.2, NDJSON). */
function sequenceText(answering: Answering, media: ApiMedia): string {
  const [first] = media.examples.values();
  if (typeof first === 'string') return first;
  const items = itemsOf(answering, media);
  if (!/event-stream/i.test(media.type)) return items.map((item) => `${JSON.stringify(item)}\n`).join('');
  return items
    .map((item) => {
      const isEvent =
        isObject(item) &&
        typeof item['data'] === 'string' &&
        !shapeAt(answering.document, media.schema).types.has('string');
      const { event, id, data } = isEvent ? item : { event: undefined, id: undefined, data: item };
      const head = [
        typeof event === 'string' ? `event: ${event}\n` : '',
        typeof id === 'string' ? `id: ${id}\n` : '',
      ].join('');
      const lines = asText(data ?? null)
        .split('\n')
        .map((line) => `data: ${line}\n`);
      return `${head}${lines.join('')}\n`;
    })
    .join('');
}

/** The smallest picture there is: one pixel, for whoever shows it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A body in a media type that is no JSON. */
function otherBody(answering: Answering, media: ApiMedia, value: Json): Pick<RawAnswer, 'text' | 'base64'> {
  if (media.isSequence || isSequenceType(media.type)) return { text: sequenceText(answering, media) };
  if (/^image\/(?:png|\*)/i.test(media.type)) return { base64: PIXEL };
  if (/^(?:text\/|application\/(?:.*xml|.*yaml|javascript|x-www-form-urlencoded))/i.test(media.type)) {
    if (/x-www-form-urlencoded/i.test(media.type) && isObject(value)) {
      const entries = Object.entries(value).map(([name, one]): [string, string] => [name, asText(one)]);
      return { text: new URLSearchParams(entries).toString() };
    }
    // An example may be XML as it is written.
    const isWritten = typeof value === 'string' || !isXmlType(media.type);
    return { text: isWritten ? asText(value) : (answering.xml?.(value, media.schema, answering.draw.noun) ?? '') };
  }
  return { base64: toBase64(new TextEncoder().encode(asText(value))) };
}

/** Headers that the server itself writes, or that no handler may. */
const NOT_OURS =
  /^(?:content-|transfer-encoding|connection|date|etag|set-cookie|vary|access-control-|ratelimit|retry-after|keep-alive|upgrade|trailer|te$|proxy-|age$|cache-control|link$|last-modified|server$)/i;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The headers that a response documents, as far as they can be drawn. */
export const headersOf = (answering: Answering, response: ApiResponse): Readonly<Record<string, string>> =>
  latest(response, '', answering.draw, () => drawnHeaders(answering, response));

function drawnHeaders({ document, validation, draw }: Answering, { headers }: ApiResponse): Record<string, string> {
  const entries = headers.flatMap(({ name, schema, examples }): [string, string][] => {
    if (NOT_OURS.test(name) || !TOKEN.test(name)) return [];
    const own = { ...draw, seed: hashText(`${draw.seed}/${name}`), noun: name.toLowerCase() };
    const value = examples[0] ?? sample(schema, { ...own, document, validation });
    const text = Array.isArray(value) ? value.map((one) => asText(one as Json)).join(',') : asText(value);
    // A header holds visible ASCII.
    return /^[\x20-\x7e]{0,500}$/.test(text) ? [[name.toLowerCase(), text.trim()]] : [];
  });
  return Object.fromEntries(entries);
}

/** The JSON of what records look like. */
const texts = new WeakMap<object, string>();

function recordText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** The JSON of a value with a record, or a list of them, at a path: that of each record is made once. */
function textWith(value: Json, [step, ...path]: readonly string[]): string {
  if (step === undefined) {
    return Array.isArray(value) ? `[${(value as readonly Json[]).map(recordText).join(',')}]` : recordText(value);
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${name === step ? textWith(one, path) : JSON.stringify(one)}`,
  );
  return `{${members.join(',')}}`;
}

/** How an answer differs from what its response says. */
interface AnswerOptions {
  readonly status?: number | undefined;
  /** The path to its record, or to the list of them; left out where it has none. */
  readonly records?: readonly string[] | undefined;
}

/** An answer with a response of the document. */
export function answerWith(
  answering: Answering,
  response: ApiResponse,
  value: (media: ApiMedia) => Json,
  { status = statusOf(response), records }: AnswerOptions = {},
): RawAnswer {
  const headers = headersOf(answering, response);
  const media = mediaFor(response, answering.input.headers['accept']);
  if (media === undefined || status === 204 || status === 304) return { status, type: '', headers };
  const type = sendable(media.type);
  const shown = value(media);
  if (!isJsonType(type) || media.isSequence) return { status, type, headers, ...otherBody(answering, media, shown) };
  return { status, type, headers, text: records === undefined ? JSON.stringify(shown) : textWith(shown, records) };
}

/** Gives the schemas of the answers of an operation. */
export function answerSchemas({ document }: Reading, operation: ApiOperation) {
  return ({ status, type }: Pick<RawAnswer, 'status' | 'type'>) => {
    const response = responseFor(operation, status);
    const media = response && (response.content.find((one) => sendable(one.type) === type) ?? mediaFor(response, type));
    // What is resolved is looked at before it is taken for a schema.
    return media && { schema: media.schema, resolve: (node: unknown) => document.resolve(node as Json) };
  };
}

/** An answer that nothing is stored for: the preferred status and example, or the first that has succeeded. */
export function statelessAnswer(answering: Answering, prefer: Prefer): RawAnswer {
  const { operation } = answering;
  const response = prefer.code === undefined ? successOf(operation) : responseFor(operation, prefer.code);
  if (response !== undefined) {
    return answerWith(answering, response, (media) => statelessValue(answering, media, prefer), {
      status: prefer.code,
    });
  }
  if (prefer.code === undefined) return { status: 200, type: '', headers: {} };
  const known = operation.responses.map(({ status }) => status).join(', ');
  throw new ProblemError('not_found', {
    detail: `${operation.id} documents no response ${prefer.code}; it has ${known}`,
  });
}
