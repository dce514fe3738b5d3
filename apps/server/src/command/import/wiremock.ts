/** Reads the stub mappings of WireMock. */
import { entriesOf, memberOf } from '../remote-server.js';
import {
  bodyOf,
  type Imported,
  isTemplate,
  type Left,
  listOf,
  namedHeaders,
  type Stub,
  type TextFile,
  textOf,
} from './stub.js';

/** What its faults are called here. */
const FAULTS: Readonly<Record<string, string>> = {
  EMPTY_RESPONSE: 'close',
  CONNECTION_RESET_BY_PEER: 'reset',
  MALFORMED_RESPONSE_CHUNK: 'garbage;at=body',
  RANDOM_DATA_THEN_CLOSE: 'garbage',
};

/** Members of a request and of a response that have no counterpart, each with what there is instead. */
const UNKNOWN = {
  bodyPatterns: 'a rule does not look into bodies',
  multipartPatterns: 'a rule does not look into bodies',
  cookies: 'a rule looks at no single cookie',
  basicAuthCredentials: 'describe the credential in the document',
  base64Body: 'an answer is text or JSON',
  proxyBaseUrl: 'nothing is proxied',
  transformers: 'answers are not made of templates; serve a document, whose data remembers',
  chunkedDribbleDelay: 'write a fault drip',
} as const;

/** A pattern of segments that are any, in the place of a regular expression that says no more. */
function globOf(pattern: string): string | undefined {
  const glob = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll(/\(?\.[+*]\)?/g, '**')
    .replaceAll(/\(?(?:\[\^\/\]|\[[\w-]+\]|\\d|\\w)(?:[+*]|\{\d+(?:,\d*)?\})\)?/g, '*')
    .replaceAll(/\\([./-])/g, '$1');
  return /[()[\]{}\\|+?^$]/.test(glob) ? undefined : glob;
}

/** The path of a request, with `*` where any text may stand, and its query; undefined where it cannot be said so. */
function addressOf(request: unknown): { readonly path: string; readonly query: Record<string, string> } | undefined {
  const url = textOf(request, 'url');
  if (url !== undefined) {
    if (!URL.canParse(url, 'http://wiremock')) return undefined;
    const { pathname, searchParams } = new URL(url, 'http://wiremock');
    return { path: pathname, query: Object.fromEntries(searchParams) };
  }
  const template = textOf(request, 'urlPathTemplate')?.replaceAll(/\{[^}]*\}/g, '*');
  const pattern = textOf(request, 'urlPathPattern') ?? textOf(request, 'urlPattern');
  const path = textOf(request, 'urlPath') ?? template ?? (pattern === undefined ? undefined : globOf(pattern));
  return path === undefined ? undefined : { path, query: {} };
}

/** The values of matchers of headers or of a query; undefined where one is no matcher of texts. */
function valuesOf(matchers: unknown): Record<string, string> | undefined {
  const values = entriesOf(matchers).map(([name, matcher]) => {
    const contained = textOf(matcher, 'contains');
    return [name, textOf(matcher, 'equalTo') ?? (contained === undefined ? undefined : `**${contained}**`)] as const;
  });
  return values.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(values) as Record<string, string>);
}

/** How far the slowest of a hundred is from the median, in standard deviations of a log-normal distribution. */
const SLOWEST = 2.326;

/** The delay of a response as a fault; undefined where it has none. */
function delayOf(response: unknown): string | undefined {
  const fixed = memberOf(response, 'fixedDelayMilliseconds');
  const { type, lower, upper, median, sigma } = Object(memberOf(response, 'delayDistribution')) as Record<
    string,
    unknown
  >;
  if (type === 'uniform') return `delay;min=${Number(lower)};max=${Number(upper)}`;
  const p50 = Number(median);
  if (type === 'lognormal') return `delay;p50=${p50};p99=${Math.round(p50 * Math.exp(SLOWEST * Number(sigma)))}`;
  return typeof fixed === 'number' ? `delay;ms=${fixed}` : undefined;
}

function answerOf(response: unknown, text: string | undefined): Stub['answer'] {
  const json = memberOf(response, 'jsonBody');
  const status = Number(memberOf(response, 'status') ?? 200);
  const body = json === undefined ? bodyOf(text) : { body: json };
  return { status, headers: namedHeaders(memberOf(response, 'headers')), ...body };
}

/** A mapping; a text says why it is left out. */
function stubOf(mapping: unknown, textFile: TextFile): Stub | string {
  const [request, response] = [memberOf(mapping, 'request'), memberOf(mapping, 'response')];
  if (request === undefined) return 'it is no mapping: it has no request';
  const unknown = Object.entries(UNKNOWN).find(
    ([name]) => (memberOf(request, name) ?? memberOf(response, name)) !== undefined,
  );
  if (unknown !== undefined) return `${unknown[0]}: ${unknown[1]}`;
  if (memberOf(mapping, 'scenarioName') !== undefined) return 'a scenario: serve a document, whose data remembers';
  const file = textOf(response, 'bodyFileName');
  const text = file === undefined ? textOf(response, 'body') : textFile(file);
  if (file !== undefined && text === undefined) return `there is no __files/${file} beside the mappings`;
  if (isTemplate(text)) return UNKNOWN.transformers;
  const address = addressOf(request);
  if (address === undefined) return 'its URL is a regular expression that is more than any segment';
  const [query, header] = [valuesOf(memberOf(request, 'queryParameters')), valuesOf(memberOf(request, 'headers'))];
  if (query === undefined || header === undefined) return 'a matcher that is neither equalTo nor contains';
  const broken = FAULTS[textOf(response, 'fault') ?? ''];
  const faults = [delayOf(response), broken].filter((fault) => fault !== undefined);
  const method = textOf(request, 'method')?.toUpperCase();
  return {
    method: method === 'ANY' ? undefined : method,
    path: address.path,
    query: { ...address.query, ...query },
    header,
    ...(faults.length === 0 ? {} : { fault: faults.join(', ') }),
    ...(broken === undefined ? { answer: answerOf(response, text) } : {}),
  };
}

/** Reads mappings: one, a list of them, or what `/__admin/mappings` answers. */
export function readWiremock(json: unknown, textFile: TextFile): Imported {
  const list = Array.isArray(json)
    ? json
    : memberOf(json, 'mappings') === undefined
      ? [json]
      : listOf(json, 'mappings');
  const [stubs, left]: [Stub[], Left[]] = [[], []];
  // The lowest priority is tried first, and of the same the last.
  const priority = (mapping: unknown): number => Number(memberOf(mapping, 'priority') ?? 5);
  for (const mapping of list.toReversed().toSorted((one, other) => priority(one) - priority(other))) {
    const stub = stubOf(mapping, textFile);
    if (typeof stub !== 'string') stubs.push(stub);
    else
      left.push({
        where: textOf(mapping, 'name') ?? JSON.stringify(memberOf(mapping, 'request') ?? mapping),
        why: stub,
      });
  }
  return { stubs, left };
}
