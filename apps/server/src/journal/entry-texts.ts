/** An entry of the journal as texts, which a store can keep and drop one by one, its secrets masked; and the entry they make. */
import { callControls, pagingControls } from '@understudy/contract/kit';
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { traceOf } from '../kit/request-id.js';
import type { Exchange, KeptBody } from './exchange.js';
import { type Facts, factsText, targetMembers } from './facts-text.js';
import { headerMembers, valueOf } from './header-text.js';
import { clockApart } from '../kit/clock.js';
import type { Signs } from './evidence/evidence.js';
import { bytesOf, toBase64 } from '#platform/bytes';
import { maskBody, maskBytes } from './mask.js';

/** What a command needs of an entry. */
export type CurlRequest = Pick<
  JournalEntry,
  'method' | 'path' | 'query' | 'headers' | 'body' | 'body_encoding' | 'body_truncated'
>;

/** Headers of the transport (RFC 9110 §7.6.1), and of codings that the journal has undone: curl has its own. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A word of the shell that stands for exactly this text: between single quotes nothing but a single quote has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A header on one line; `name;` sends it without a value, and `name:` does not send it. */
function headerOption(name: string, value: string): string {
  // oxlint-disable-next-line no-control-regex
  const line = value.replace(/[\0-\x08\x0a-\x1f\x7f]+/g, ' ').trim();
  return `-H ${quoted(line === '' ? `${name};` : `${name}: ${line}`)}`;
}

function headerOptions(headers: CurlRequest['headers'], hasBody: boolean): string[] {
  const sent = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  // What curl sends by itself.
  const unsent = ['accept', 'user-agent', ...(hasBody ? ['content-type'] : [])].filter((name) => !names.has(name));
  return [...sent.map(([name, value]) => headerOption(name, value)), ...unsent.map((name) => `-H '${name}:'`)];
}

/** Characters that a line of the shell should not have; NUL none can have. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/;

/** A format of printf that writes exactly this text, its control characters in octal (POSIX, printf). */
function printfFormat(text: string): string {
  return (
    text
      .replaceAll('\\', String.raw`\\`)
      .replaceAll('%', '%%')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\0-\x1f\x7f]/g, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`)
  );
}

interface Body {
  /** What is piped into curl. */
  readonly piped: string | undefined;
  readonly option: string | undefined;
}

function bodyOf({ body, body_encoding, method }: CurlRequest): Body {
  if (body === null || body === '' || method === 'HEAD') return { piped: undefined, option: undefined };
  if (body_encoding === 'base64')
    return { piped: `printf %s ${quoted(body)} | base64 -d | `, option: '--data-binary @-' };
  if (!CONTROL.test(body)) return { piped: undefined, option: `--data-raw ${quoted(body)}` };
  // `--` since a format may begin with a minus sign.
  return { piped: `printf -- ${quoted(printfFormat(body))} | `, option: '--data-binary @-' };
}

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${quoted(method)}`];
}

/** How curl is kept from changing a URL: brackets would be patterns, and dots steps. */
function urlOptions(url: string): string[] {
  return [...(/[[\]{}]/.test(url) ? ['--globoff'] : []), ...(/\/\.\.?(?:[/?]|$)/.test(url) ? ['--path-as-is'] : [])];
}

function comment({ body, body_truncated }: CurlRequest): string {
  if (!body_truncated) return '';
  return body === null ? ' # the journal no longer has the body' : ' # the body is only the start of what was sent';
}

/**
 * A command of one line that sends the same request from a POSIX shell. Headers of the transport are those of curl; a body
 * that is no text goes through `base64 -d`, and one with line breaks through printf.
 *
 * @param baseUrl base URL of the sandbox, without a slash at its end
 */
export function curlOf(request: CurlRequest, baseUrl: string): string {
  const { method, path, query, headers } = request;
  const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`.replace(/[\0-\x20\x7f]/g, encodeURIComponent);
  const { piped = '', option } = bodyOf(request);
  const hasBody = option !== undefined;
  const options = [
    ...methodOption(method, hasBody),
    ...urlOptions(url),
    quoted(url),
    ...headerOptions(headers, hasBody),
  ];
  return `${piped}curl ${[...options, ...(hasBody ? [option] : [])].join(' ')}${comment(request)}`;
}

/** A body as it is shown, its secrets masked. */
interface BodyText {
  readonly text: string;
  readonly encoding: 'utf8' | 'base64';
  readonly isTruncated: boolean;
}

/** The text of bytes; undefined where they are none. A character that a cut has halved is left out. */
function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Media types whose bytes are no text, also where they happen to be valid UTF-8, as a part of a picture may be. */
const BINARY = /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

function textIn(content: KeptBody['content'], contentType: string, isCut: boolean): string | undefined {
  if (typeof content === 'string') return content;
  return BINARY.test(contentType) ? undefined : decoded(content, isCut);
}

/** A body as it is shown; undefined where nothing of it was kept. */
function bodyText(body: KeptBody | undefined, contentType: string | undefined): BodyText | undefined {
  if (body === undefined || body.content.length === 0) return undefined;
  const { content, isTruncated } = body;
  const text = textIn(content, contentType ?? '', isTruncated);
  if (text !== undefined) return { text: maskBody(text, contentType, isTruncated), encoding: 'utf8', isTruncated };
  const bytes = maskBytes(typeof content === 'string' ? bytesOf(content) : content, contentType, isTruncated);
  return { text: toBase64(bytes), encoding: 'base64', isTruncated };
}

/** How far a sandbox is ahead of the machine, in s. */
function aheadBy(clock: string, receivedAt: string): number {
  const [how, value] = clock.split(' ');
  const at = Number(value);
  return Math.round((how === 'at' ? at - Date.parse(receivedAt) : at) / 1000);
}

/** What to know of an answer with tokens; null where there is nothing. */
function clockHint(
  { operation, status, received_at }: Pick<JournalEntry, 'operation' | 'status' | 'received_at'>,
  signs: Signs | undefined,
): string | null {
  const clock = signs?.clock;
  if (operation !== 'oauth.exchangeToken' || status !== 200 || clock === undefined) return null;
  const apart = clockApart(aheadBy(clock, received_at));
  if (apart === undefined) return null;
  return `${apart.where}: a client that checks iat and exp by its own clock takes these tokens for ${apart.seen}.`;
}

/** The texts of an entry, each of them JSON; each may be made only when it is read. */
export interface EntryTexts {
  /** What is small, and stays to the last. */
  readonly facts: string;
  /** Headers of request and answer; null where they were dropped. */
  readonly headers: string | null;
  /** Bodies of request and answer; null where there were none, or they were dropped. */
  readonly bodies: string | null;
}

/** Something of the request, and of the answer. */
interface Both<Part> {
  readonly request: Part;
  readonly response: Part;
}

type Headers = JournalEntry['headers'];

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

/** Longest value of a control that is shown, in characters. */
const MAX_VALUE = 300;

function controlsOf(query: string): Record<string, string> {
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

/** The texts of an exchange. */
export function textsOf(exchange: Exchange): EntryTexts {
  const { body, response, headers } = exchange;
  const answerHeaders = Object.entries(response.headers).flat();
  return {
    get facts() {
      const sizes = { bodyBytes: body?.bytes ?? 0, responseBytes: response.body?.bytes ?? 0 };
      return factsText(targetMembers(exchange), { ...exchange, ...sizes });
    },
    get headers() {
      return bothHeaders(headerMembers(headers), headerMembers(answerHeaders));
    },
    get bodies() {
      const request = bodyJson(body, valueOf(headers, 'content-type'));
      return bothBodies(request, bodyJson(response.body, valueOf(answerHeaders, 'content-type')));
    },
  };
}

/** The headers of request and answer, of the members of each. */
export function bothHeaders(request: string, response: string): string {
  return `{"request":{${request}},"response":{${response}}}`;
}

/** The bodies of request and answer, of those there are. */
export function bothBodies(request: string | undefined, response: string | undefined): string | null {
  if (request === undefined) return response === undefined ? null : `{"response":${response}}`;
  return response === undefined ? `{"request":${request}}` : `{"request":${request},"response":${response}}`;
}

/** A body as JSON; undefined where nothing of it was kept. */
export function bodyJson(body: KeptBody | undefined, contentType: string | undefined): string | undefined {
  const text = bodyText(body, contentType);
  return text === undefined ? undefined : JSON.stringify(text);
}

/** A body as the entry has it; one that is not there is truncated, unless it was empty. */
function shown(body: BodyText | undefined, bytes: number) {
  const { text = null, encoding = 'utf8', isTruncated = bytes > 0 } = body ?? {};
  return { body: text, body_encoding: encoding, body_bytes: bytes, body_truncated: isTruncated };
}

/** Parses a text that `textsOf` has made; what another release made in another form is as if it were dropped. */
function parse<Part>(text: string | null): Partial<Both<Part>> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<Both<Part>>;
  } catch {
    return {};
  }
}

/** What lists find entries by, and sort them by: it takes little of what a whole entry takes. */
export type EntryOutline = Pick<
  JournalEntry,
  'id' | 'sequence' | 'received_at' | 'operation' | 'method' | 'path' | 'query' | 'status' | 'duration_ms' | 'body'
>;

/** The outline of the entry that texts make. Its body, the dearest part, is made when it is looked at. */
export function outlineOf(sequence: number, texts: EntryTexts): EntryOutline {
  const { id, received_at, operation, method, path, query, status, duration_ms } = JSON.parse(texts.facts) as Facts;
  let body: string | null | undefined;
  return {
    id,
    sequence,
    received_at,
    operation,
    method,
    path,
    query,
    status,
    duration_ms,
    get body() {
      body ??= parse<BodyText>(texts.bodies).request?.text ?? null;
      return body;
    },
  };
}

/** The entry that texts make. */
export function entryOf(sequence: number, texts: EntryTexts): JournalEntry {
  const { base_url: baseUrl, response_bytes: responseBytes, signs, ...facts } = JSON.parse(texts.facts) as Facts;
  const headers = parse<Headers>(texts.headers);
  const bodies = parse<BodyText>(texts.bodies);
  const entry = {
    ...facts,
    hint: clockHint(facts, signs),
    trace: traceOf(headers.request?.['traceparent'] ?? null)?.trace ?? null,
    sequence,
    headers: headers.request ?? {},
    ...shown(bodies.request, facts.body_bytes),
    controls: controlsOf(facts.query),
    response: { headers: headers.response ?? {}, ...shown(bodies.response, responseBytes) },
  };
  return { ...entry, curl: curlOf(entry, baseUrl) };
}
