/** Reads the parameters of a request as their styles say (OpenAPI 3.2 §4.12), and holds them against their schemas. */
import type { ProblemFault, RawInput } from '@understudy/contract/kit';
import type { ApiDocument, ApiOperation, ApiParameter, Json, JsonObject, Schema } from '../model.js';
import { branchesOf, isObject, itemsOf, membersOf, schemaAt, typesOf } from '../schema.js';
import type { Validation } from '../validate/validator.js';

/** What a document says, and what holds values against it. */
export interface Reading {
  readonly document: ApiDocument;
  readonly validation: Validation;
}

/** The parameters of a request: values by place and name, as `query limit`, and what is wrong with them. */
export interface ReadParameters {
  readonly values: ReadonlyMap<string, Json>;
  readonly faults: readonly ProblemFault[];
}

/** Under which name the value of a parameter stands. */
const parameterKey = ({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>): string => `${place} ${name}`;

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Every type that a schema or one of its branches names. */
function allTypes(document: ApiDocument, schema: Schema | undefined): ReadonlySet<string> {
  const found = schemaAt(document, schema);
  const branches = isObject(found) ? branchesOf(document, found) : [];
  return new Set([...typesOf(document, schema), ...branches.flatMap((branch) => [...typesOf(document, branch)])]);
}

/** A text as the type that its schema names; one that is not of it stays text, so that the fault is named. */
export function valueOf(document: ApiDocument, schema: Schema | undefined, text: string): Json {
  const types = allTypes(document, schema);
  if ((types.has('integer') || types.has('number')) && NUMBER.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && !types.has('string') && (text === 'null' || text === '')) return null;
  return text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The pairs of a query, still encoded. */
const pairsOf = (query: string): readonly (readonly [string, string])[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const mark = pair.indexOf('=');
      return mark < 0
        ? ([decoded(pair), ''] as const)
        : ([decoded(pair.slice(0, mark)), pair.slice(mark + 1)] as const);
    });

type Pairs = ReturnType<typeof pairsOf>;

const DELIMITERS = { spaceDelimited: /%20|\+| /, pipeDelimited: /%7C|\|/i } as const;

/** The values of a list, each as its type. */
const listOf = (document: ApiDocument, schema: Schema, texts: readonly string[]): Json[] => {
  const items = itemsOf(document, schema);
  return texts.map((text) => valueOf(document, items, text));
};

/** The members of an object, each as its type. */
function objectOf(document: ApiDocument, schema: Schema, entries: Iterable<readonly [string, string]>): JsonObject {
  const { properties, additional } = membersOf(document, schema);
  const named = Array.from(entries, ([name, text]): [string, Json] => {
    const own = properties.get(name) ?? additional;
    return [name, valueOf(document, own, text)];
  });
  return Object.fromEntries(named);
}

/** Pairs of a list in which names and values take turns: `role,admin,age,3`. */
const inTurns = (texts: readonly string[]): (readonly [string, string])[] =>
  texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? ''] as const] : []));

/** Pairs of a list in which they stand together: `role=admin,age=3`. */
const together = (texts: readonly string[]): (readonly [string, string])[] =>
  texts.map((text) => {
    const mark = text.indexOf('=');
    return mark < 0 ? ([text, ''] as const) : ([text.slice(0, mark), text.slice(mark + 1)] as const);
  });

/** Levels of brackets that are read. */
const MAX_LEVELS = 8;

/** Puts a value where its brackets say: `filter[status][]`. */
function deepSet(target: Record<string, unknown>, names: readonly string[], value: Json): void {
  const [name = '', ...rest] = names.slice(0, MAX_LEVELS);
  if (name === '__proto__') return;
  const there = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0 || (rest.length === 1 && (rest[0] === '' || /^\d+$/.test(rest[0] ?? '')))) {
    const isList = rest.length === 1 || there !== undefined;
    target[name] = isList
      ? [...(Array.isArray(there) ? (there as Json[]) : there === undefined ? [] : [there]), value]
      : value;
    return;
  }
  const inner = isObject(there) ? { ...there } : {};
  deepSet(inner, rest, value);
  target[name] = inner;
}

function deepObject(document: ApiDocument, { name, schema }: ApiParameter, pairs: Pairs): Json | undefined {
  const result: Record<string, unknown> = {};
  const { properties, additional } = membersOf(document, schema);
  let isThere = false;
  for (const [full, text] of pairs) {
    if (!full.startsWith(`${name}[`)) continue;
    const names = Array.from(full.slice(name.length).matchAll(/\[([^\]]*)\]/g), ([, inner = '']) => inner);
    const own = properties.get(names[0] ?? '') ?? additional;
    isThere = true;
    const inner =
      names.length > 1 ? (itemsOf(document, own) ?? membersOf(document, own).properties.get(names[1] ?? '')) : own;
    deepSet(result, names, valueOf(document, inner ?? own, decoded(text)));
  }
  return isThere ? (result as JsonObject) : undefined;
}

function inQuery(document: ApiDocument, parameter: ApiParameter, pairs: Pairs): Json | undefined {
  const { name, schema, style, explode } = parameter;
  if (style === 'deepObject') {
    const deep = deepObject(document, parameter, pairs);
    if (deep !== undefined) return deep;
  }
  const types = allTypes(document, schema);
  const own = pairs.filter(([known]) => known === name || known === `${name}[]`).map(([, text]) => text);
  const [first] = own;
  if (types.has('array') && first !== undefined && !(own.length === 1 && types.has('string') && style === 'form')) {
    const split = style === 'spaceDelimited' || style === 'pipeDelimited' ? DELIMITERS[style] : ',';
    // Who repeats a name means a list, whatever the style; who does not may write one with commas.
    const texts = own.length > 1 || (explode && style === 'form') ? own : first.split(split);
    return listOf(document, schema, texts.map(decoded));
  }
  if (types.has('object') && style === 'form' && explode && first === undefined) {
    const { properties } = membersOf(document, schema);
    const members = pairs
      .filter(([known]) => properties.has(known))
      .map(([known, text]) => [known, decoded(text)] as const);
    return members.length === 0 ? undefined : objectOf(document, schema, members);
  }
  if (first === undefined) return undefined;
  if (types.has('object') && !types.has('string')) {
    const split = style === 'spaceDelimited' || style === 'pipeDelimited' ? DELIMITERS[style] : ',';
    return objectOf(document, schema, inTurns(first.split(split).map(decoded)));
  }
  return valueOf(document, schema, decoded(own.at(-1) ?? first));
}

/** A value in a segment of a path or in a header, which is decoded already. */
function inText(document: ApiDocument, { name, schema, style, explode }: ApiParameter, text: string): Json {
  const types = allTypes(document, schema);
  const bare =
    style === 'label' ? text.replace(/^\./, '') : style === 'matrix' ? text.replace(new RegExp('^;'), '') : text;
  const separator = style === 'label' && explode ? '.' : style === 'matrix' && explode ? ';' : ',';
  const unnamed = (part: string): string =>
    style === 'matrix' && part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part;
  if (types.has('array') && !types.has('string')) {
    return listOf(document, schema, bare === '' ? [] : bare.split(separator).map((part) => unnamed(part.trim())));
  }
  if (types.has('object') && !types.has('string')) {
    const parts = (explode ? bare : unnamed(bare)).split(separator);
    return objectOf(document, schema, explode ? together(parts) : inTurns(parts));
  }
  return valueOf(document, schema, unnamed(bare));
}

/** A value that is written in a media type: JSON, or text. */
function inMedia(text: string, mediaType: string): Json {
  if (!/json/i.test(mediaType)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function cookieNamed(header: string, name: string): string | undefined {
  const found = header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decoded(found.slice(name.length + 1));
}

/** What a request says of a parameter; undefined where it says nothing. */
function sentValue(document: ApiDocument, parameter: ApiParameter, input: RawInput, pairs: Pairs): Json | undefined {
  const { name, in: place, mediaType } = parameter;
  if (place === 'query' && mediaType === undefined) return inQuery(document, parameter, pairs);
  const text =
    place === 'path'
      ? input.path[name]
      : place === 'query'
        ? pairs.find(([known]) => known === name)?.[1]
        : place === 'header'
          ? input.headers[name.toLowerCase()]
          : place === 'cookie'
            ? cookieNamed(input.headers['cookie'] ?? '', name)
            : input.query;
  if (text === undefined) return undefined;
  if (mediaType !== undefined) return inMedia(place === 'query' ? decoded(text) : text, mediaType);
  return place === 'querystring' ? decoded(text) : inText(document, parameter, text);
}

/** Headers that are no parameters, whatever a document says (OpenAPI 3.2 §4.12.1). */
const IGNORED: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'authorization',
  // What HTTP itself sends, also where a client cannot.
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'transfer-encoding',
  'user-agent',
]);

/** Reads the parameters of a request. */
export function readParameters(
  { document, validation }: Reading,
  { parameters }: ApiOperation,
  input: RawInput,
): ReadParameters {
  const values = new Map<string, Json>();
  const faults: ProblemFault[] = [];
  const pairs = pairsOf(input.query);
  for (const parameter of parameters) {
    if (parameter.in === 'header' && IGNORED.has(parameter.name.toLowerCase())) continue;
    const value = sentValue(document, parameter, input, pairs);
    const named = { parameter: parameter.name };
    if (value === undefined) {
      if (parameter.required) faults.push({ ...named, code: 'required', detail: 'is required' });
      continue;
    }
    // An optional parameter without a value is left out (OpenAPI 3.2 §4.12.2.2, allowEmptyValue).
    if (value === '' && !parameter.required) continue;
    values.set(parameterKey(parameter), value);
    for (const { pointer, keyword, message } of validation.check(parameter.schema, value, 'request').slice(0, 5)) {
      faults.push({ ...named, code: keyword, detail: pointer === '' ? message : `${pointer.slice(1)} ${message}` });
    }
  }
  return { values, faults };
}
