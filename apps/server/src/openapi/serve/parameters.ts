/** Reads the parameters of a request, and holds them against their schemas. */
import type { RawInput } from '@understudy/contract/kit';
import { requestPointer } from '../../kit/problem-error.js';
import { type FoundIssue, schemaIssues, type Reading } from '../judge/issues.js';
import { cookiePairs, inQuery, inText, isDefinedStyle, type Pairs, queryPairs, type Written } from '../judge/styles.js';
import { decoded, isNested, jsonOr } from '../judge/texts.js';
import type { ApiOperation, ApiParameter, Json } from '../model.js';
import { isObject, shapeAt } from '../schema.js';
import { madeFor } from '../understand/nouns.js';

export type { Reading } from '../judge/issues.js';

/** The parameters of a request: values by place and name, as `query limit`, and what is wrong with them. */
interface ReadParameters {
  readonly values: ReadonlyMap<string, Json>;
  readonly issues: readonly FoundIssue[];
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

/** A parameter, and what of it is the same in all requests. */
interface Plan {
  readonly parameter: ApiParameter;
  readonly key: string;
  readonly pointer: string;
  readonly isNested: boolean;
  readonly isSettled: boolean;
  /** Its value where it is empty: of what is a list or an object, one without parts. */
  readonly empty: Json;
}

/** How the parameters of an operation are read. */
interface Plans {
  readonly all: readonly Plan[];
  readonly queryNames: ReadonlySet<string>;
  /** Finds the segments of its path as they were sent; undefined where none needs to be. */
  readonly path: RegExp | undefined;
}

const PARTS = { path: 'path', query: 'query', querystring: 'query', header: 'headers', cookie: 'cookies' } as const;

/** Matches the end of a target, which may lie below the path of a server. */
function pathPattern({ path, parameters }: ApiOperation): RegExp {
  const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const pieces = path.split(/(\{[^{}]*\})/).map((piece) => {
    const index = piece.startsWith('{') ? names.indexOf(piece.slice(1, -1)) : -1;
    return index < 0 ? piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : `(?<p${index}>[^/?]*)`;
  });
  return new RegExp(`${pieces.join('')}/?$`);
}

const plansOf = madeFor((operation: ApiOperation, { document }: Reading): Plans => {
  const read = operation.parameters.filter((one) => one.in !== 'header' || !IGNORED.has(one.name.toLowerCase()));
  const all = read.map((parameter): Plan => {
    const { name, in: place, schema } = parameter;
    const nested = isNested(document, schema);
    return {
      parameter,
      key: `${place} ${name}`,
      pointer: requestPointer(PARTS[place], place === 'header' ? name.toLowerCase() : name),
      isNested: nested,
      isSettled: parameter.mediaType !== undefined || isDefinedStyle(document, parameter),
      empty: nested ? (shapeAt(document, schema).types.has('array') ? [] : {}) : '',
    };
  });
  return {
    all,
    queryNames: new Set(read.filter((one) => one.in === 'query').map(({ name }) => name)),
    path: all.some((one) => one.isNested && one.parameter.in === 'path') ? pathPattern(operation) : undefined,
  };
});

/** A request as its parameters are read from it. */
interface Sent {
  readonly input: RawInput;
  readonly query: Pairs;
  readonly cookies: Pairs;
  /** Segments of its path, still encoded, by the number of their parameter. */
  readonly segments: Readonly<Record<string, string>>;
  readonly queryNames: ReadonlySet<string>;
}

/** A value that is written in a media type: JSON, a form, or text. */
function inMedia(reading: Reading, { parameter }: Plan, sent: Sent, text: string): Written {
  const { mediaType = '', in: place, schema, name } = parameter;
  if (/x-www-form-urlencoded/i.test(mediaType)) {
    const own = { name, in: 'query', schema, style: 'form', explode: true, allowReserved: false } as const;
    const others = new Set<string>();
    return inQuery({ document: reading.document, parameter: own, pairs: queryPairs(text), others }) ?? { value: {} };
  }
  const plain = place === 'header' || place === 'path' ? text : decoded(text, place !== 'cookie');
  return { value: /json/i.test(mediaType) ? jsonOr(plain) : plain };
}

/** What a request says of a parameter; undefined where it says nothing. */
function written(reading: Reading, plan: Plan, sent: Sent): Written | undefined {
  const { document } = reading;
  const { parameter } = plan;
  const { name, in: place, mediaType } = parameter;
  const { input, query, cookies, queryNames, segments } = sent;
  const pairs = place === 'cookie' ? cookies : query;
  if ((place === 'query' || place === 'cookie') && mediaType === undefined) {
    return inQuery({ document, parameter, pairs, others: queryNames });
  }
  const segment = segments[name];
  const text =
    place === 'path'
      ? (segment ?? input.path[name])
      : place === 'header'
        ? input.headers[name.toLowerCase()]
        : place === 'querystring'
          ? input.query
          : pairs.find(([one]) => one === name)?.[1];
  if (text === undefined) return undefined;
  if (mediaType !== undefined) return inMedia(reading, plan, sent, text);
  if (place === 'querystring') return { value: decoded(text, true) };
  return inText(document, parameter, { text, isEncoded: segment !== undefined });
}

/** The segments of a path as they were sent, by the names of their parameters. */
function segmentsOf({ path, all }: Plans, { target = '' }: RawInput): Readonly<Record<string, string>> {
  const groups = path === undefined ? undefined : path.exec(target.split('?', 1)[0] ?? '')?.groups;
  if (groups === undefined) return {};
  const inPath = all.filter(({ parameter }) => parameter.in === 'path');
  return Object.fromEntries(
    inPath.flatMap(({ parameter }, index): [string, string][] => {
      const text = groups[`p${index}`];
      return text === undefined ? [] : [[parameter.name, text]];
    }),
  );
}

/** What is wrong with a value that was sent. */
function issuesOf(reading: Reading, plan: Plan, { value, wrong, isUnclear = false }: Written): FoundIssue[] {
  const { parameter, pointer } = plan;
  const { name, schema, examples, deprecated } = parameter;
  const held = { value, schema, examples, isSettled: plan.isSettled && !isUnclear };
  const issues = schemaIssues(reading, held).map(([issue, blame]): FoundIssue => {
    const detail = issue.pointer === '' ? issue.message : `${issue.pointer.slice(1)} ${issue.message}`;
    return {
      code: 'bad_parameter',
      pointer: pointer + issue.pointer,
      detail: issue.message,
      ...blame,
      place: issue.schemaPointer,
      fault: { parameter: name, code: issue.keyword, detail },
    };
  });
  const own = (code: 'bad_parameter' | 'deprecated', detail: string): FoundIssue => ({
    code,
    pointer,
    detail,
    place: parameter.pointer,
    fault: { parameter: name, code: code === 'deprecated' ? code : 'style', detail },
  });
  if (wrong !== undefined) issues.push(own('bad_parameter', wrong));
  if (deprecated) issues.push(own('deprecated', 'is deprecated'));
  return issues;
}

/** Whether nothing is how the value without members is written: that of an object whose members are parameters of their own. */
const isUnwritten = ({ validation }: Reading, { parameter: { style, explode, schema }, empty }: Plan): boolean =>
  style === 'form' && explode && isObject(empty) && validation.isValid(schema, empty, 'request');

/** Reads the parameters of a request. */
export function readParameters(reading: Reading, operation: ApiOperation, input: RawInput): ReadParameters {
  const values = new Map<string, Json>();
  const found: FoundIssue[] = [];
  const own = plansOf(operation, reading);
  const sent: Sent = {
    input,
    query: queryPairs(input.query),
    cookies: cookiePairs(input.headers['cookie'] ?? ''),
    segments: segmentsOf(own, input),
    queryNames: own.queryNames,
  };
  for (const plan of own.all) {
    const { parameter, key, pointer, empty } = plan;
    const one = written(reading, plan, sent);
    if (one === undefined) {
      if (!parameter.required || isUnwritten(reading, plan)) continue;
      const detail = 'is required';
      const fault = { parameter: parameter.name, code: 'required', detail };
      found.push({ code: 'missing_parameter', pointer, detail, place: parameter.pointer, fault });
      continue;
    }
    // An optional parameter without a value is left out (OpenAPI 3.2 §4.12.2.2, allowEmptyValue).
    if (one.value === '' && !parameter.required) continue;
    const read = one.value === '' ? { ...one, value: empty } : one;
    const issues = issuesOf(reading, plan, read);
    found.push(...issues);
    // What is wrong asks for nothing.
    if (issues.every(({ code, blames }) => code !== 'bad_parameter' || blames !== undefined))
      values.set(key, read.value);
  }
  return { values, issues: found };
}
