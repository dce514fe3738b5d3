/** Reads an answer: takes the JSON out of its envelope, or says what is wrong with it. */
import type { Failure } from './api-error.js';
import type { FetchResponse } from './client-options.js';
import { Download } from './download.js';
import { isKind, isObject, isProblem } from './error-kind.js';
import { maskText } from './request-summary.js';
import { isRetryable, readRetryAfter } from './retry.js';
import type { AnswerShape } from './route.js';
import { abortable } from './sleep.js';

/** Chunks of bytes, and how to say that no more are wanted. */
interface Source {
  readonly next: () => Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  readonly cancel: () => unknown;
}

/** Reads a stream of the web or of Node; undefined for what is neither, as React Native has none. */
function sourceOf(body: unknown): Source | undefined {
  if (!isObject(body)) return undefined;
  // A body is a stream of bytes: only the kind of stream is in question.
  const stream = body as Partial<ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>> & { destroy?: () => void };
  const reader = stream.getReader?.();
  if (reader !== undefined) {
    return { next: () => reader.read(), cancel: () => reader.cancel().catch(() => undefined) };
  }
  const chunks = stream[Symbol.asyncIterator]?.();
  // The iterator itself cannot be ended while it waits for a chunk.
  return chunks && { next: () => chunks.next(), cancel: () => stream.destroy?.() };
}

/** The texts that a body comes in; with the end of the loop the rest is refused. */
export async function* textsOf(
  response: FetchResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const source = sourceOf(response.body);
  if (source === undefined) {
    yield await abortable(response.text(), signal);
    return;
  }
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done = false, value } = await abortable(source.next(), signal);
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    source.cancel();
  }
}

/** Most characters of a body that an error keeps. */
export const MAX_BODY = 65_536;

/** Longest quotation in a message. */
const QUOTED = 200;

/** Members that say what went wrong, those first that say most: RFC 9457, OAuth 2, JSON:API, GraphQL and their like. */
const SAYING = ['detail', 'error_description', 'message', 'msg', 'error', 'errors', 'title', 'reason', 'code'];

/** The text that a value of JSON has for people; how far down it may lie is limited. */
function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (depth > 4) return undefined;
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  if (!isObject(value)) return undefined;
  for (const name of SAYING) {
    const said = textIn(value[name], depth + 1);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** What a page says: its title, or else its text. */
function pageText(page: string): string {
  const start = page.slice(0, 4096);
  const title = /<title[^>]*>([^<]+)/i.exec(start)?.[1];
  return title ?? start.replaceAll(/<(style|script)\b[^]*?<\/\1>|<[^>]*>/gi, ' ');
}

/** What a body says in words, for a message; its secrets masked. A body that was no JSON is a string. */
function bodyText(body: unknown): string | undefined {
  const said = typeof body === 'string' && /^\s*</.test(body) ? pageText(body) : textIn(body);
  const line = maskText(said?.slice(0, MAX_BODY).replaceAll(/\s+/g, ' ').trim() ?? '');
  if (line === '') return undefined;
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line;
}

/** A body as JSON, or what is wrong with it. */
export type Read = { readonly body: unknown } | { readonly failure: Failure };

/** What is expected of an answer. */
interface Expected {
  readonly answers: AnswerShape;
  /** Problem kinds that the client knows. */
  readonly kinds: readonly string[];
}

/** Reads the body of an answer. */
export function readAnswer(response: Response, text: string, { answers, kinds }: Expected): Read {
  const json = parse(text);
  if (!response.ok) return { failure: failureOf(response, { text, json, kinds }) };
  if (answers === 'nothing' && text === '') return { body: undefined };
  const kept = storedBody(text, json);
  if (!('body' in json)) {
    const page = text.trimStart().startsWith('<') ? bodyText(text) : undefined;
    const detail = page === undefined ? json.detail : `The body is not JSON, but a page: ${page}`;
    return { failure: malformed(response, detail, { body: kept, cause: json.cause }) };
  }
  if (!fits(json.body, answers)) {
    return { failure: malformed(response, `The body is not a ${answers} envelope.`, { body: kept }) };
  }
  return json;
}

/** Reads the body of an answer that is a file. Whatever stands between may answer something else in its place. */
export function readFile(
  response: Response,
  content: ArrayBuffer,
  { mediaTypes }: { readonly mediaTypes: readonly string[] },
): { readonly response: Response; readonly body: Download } | { readonly failure: Failure } {
  const came = typeOf(response);
  const type = mediaTypes.find((one) => [came, essenceOf(came)].includes(one.toLowerCase()));
  if (type === undefined) {
    const body = /^text|json|xml/.test(came) ? new TextDecoder().decode(content.slice(0, MAX_BODY)) : undefined;
    return { failure: malformed(response, wrongType(came, mediaTypes.join(' or ')), { body }) };
  }
  // No picture, archive or document is without a byte; only a text may be.
  if (content.byteLength === 0 && !/^text\/(?!html)|octet-stream/.test(type)) {
    return { failure: malformed(response, `The body is empty, which no ${type} is.`) };
  }
  return { response, body: new Download(response, content, type) };
}

/** Media types of answers that are read as they come. */
const STREAMED = { stream: 'text/event-stream', lines: 'application/x-ndjson' } as const;

/**
 * Looks at the head of an answer that is read as it comes: with another type than it must have, none of it is read
 * (HTML Living Standard §9.2.3). Gives the failure, where there is one.
 */
export async function refusedStream(response: Response, answers: keyof typeof STREAMED): Promise<Failure | undefined> {
  // Without content there is no type: 204 says that a stream has ended.
  if (response.status === 204) return undefined;
  const came = typeOf(response);
  const charset = /;\s*charset="?([^";]*)/.exec(came)?.[1] ?? 'utf-8';
  if (essenceOf(came) === STREAMED[answers] && /^utf-?8$/.test(charset)) return undefined;
  const text = await startOf(response);
  return malformed(response, wrongType(came, STREAMED[answers]), { body: storedBody(text, parse(text)) });
}

/** How long the start of a body may take that nobody asked for, in ms. */
const START_MS = 1000;

/** The start of a body that may never end. */
async function startOf(response: Response): Promise<string> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), START_MS);
  let text = '';
  try {
    for await (const part of textsOf(response, late.signal)) {
      text += part;
      if (text.length > MAX_BODY) break;
    }
  } catch {
    // What came until then will do.
  } finally {
    clearTimeout(timer);
  }
  return text;
}

const typeOf = ({ headers }: FetchResponse): string => (headers.get('content-type') ?? '').toLowerCase();

const essenceOf = (type: string): string => (type.split(';')[0] ?? '').trim();

function wrongType(came: string, expected: string): string {
  return came === ''
    ? `The body has no type, and should be ${expected}.`
    : `The body is of type ${came}, and not of ${expected}.`;
}

type Parsed = { readonly body: unknown } | { readonly detail: string; readonly cause?: unknown };

function parse(text: string): Parsed {
  if (text === '') return { detail: 'The body is empty.' };
  try {
    return { body: JSON.parse(text) };
  } catch (cause) {
    return { detail: `The body is not JSON: it breaks off or is wrong within its ${text.length} characters.`, cause };
  }
}

/** What an error keeps of a body: its JSON, or the start of its text. */
function storedBody(text: string, json: Parsed): unknown {
  if (text.length > MAX_BODY) return text.slice(0, MAX_BODY);
  return 'body' in json ? json.body : text || undefined;
}

/** The failure of an answer that is not what it should be. */
export function malformed(response: Response, detail: string, beside: Pick<Failure, 'body' | 'cause'> = {}): Failure {
  return { kind: 'malformed', detail, retryable: false, ...about(response), ...beside };
}

/** What every failure says of the response. */
export function about({ status, headers }: Response) {
  return { status, headers, requestId: headers.get('x-request-id') ?? undefined };
}

/** What a failure that came after the head says of it. */
export function afterHead(response: Response) {
  const wait = readRetryAfter(response.headers);
  const retryable = response.ok || isRetryable(response.status, wait);
  return { ...about(response), retryAfterMs: wait, retryable };
}

interface ErrorBody {
  readonly text: string;
  readonly json: Parsed;
  readonly kinds: readonly string[];
}

function failureOf(response: Response, { text, json, kinds }: ErrorBody): Failure {
  const details = { ...afterHead(response), body: storedBody(text, json) };
  const body = 'body' in json ? json.body : text;
  if (isProblem(body, kinds)) return { ...details, kind: body.kind, detail: body.detail, problem: body };
  const named = isObject(body) ? body['kind'] : undefined;
  const kind = isKind(named, kinds) ? named : 'unexpected_status';
  const unknown = kind !== named && typeof named === 'string' ? ` with the unknown kind ${named}` : '';
  const said = bodyText(body) ?? (text === '' ? 'it has no body.' : 'its body does not say why.');
  return { ...details, kind, detail: `The server answered ${response.status}${unknown}: ${said}` };
}

/** Whether the envelope is there, so that whatever reads it can rely on it. */
function fits(body: unknown, answers: AnswerShape): boolean {
  if (answers === 'document') return true;
  if (answers === 'nothing') return false;
  if (!isObject(body)) return false;
  const { data, pagination } = body;
  if (answers === 'record') return isObject(data);
  if (!Array.isArray(data)) return false;
  if (answers === 'written') return data.length > 0;
  return answers !== 'list' || (isObject(pagination) && typeof pagination['page'] === 'number');
}
