/** Operations that speak HTTP of their own: reads what their handlers are given of a request, and sends what they answer. */
import {
  callControls,
  type Operation,
  type RawAnswer,
  type RawDeclaration,
  type RawInput,
} from '@understudy/contract/kit';
import { fromBase64, toBase64 } from '#platform/runtime';
import { detachString } from '../kit/made-once.js';
import { badRequest } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { readBytes } from './body.js';
import type { HeaderRecord } from './cors.js';
import type { Exchange } from './exchange.js';
import { parseJson } from './json-text.js';
import type { InputRequest, ReadInput } from './read-input.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Media types that are text beside `text/*`. */
const TEXT =
  /^(?:text\/.*|application\/(?:x-www-form-urlencoded|.*xml|.*yaml|graphql|javascript|x-ndjson|jsonl?|json-seq))$/;

const JSON_TEXT = /^application\/(?:.+\+)?json$|^text\/json$/;

/** The name of a parameter without what stands in brackets behind it: `filter` of `filter[status]`. */
const plainName = (name: string): string => name.split('[', 1)[0] ?? name;

/** The query without what its operation takes for itself, although controls are called so. */
export function withoutOwn(query: URLSearchParams, { query: own }: RawDeclaration): URLSearchParams {
  const taken = own.filter((name) => Object.hasOwn(callControls, name) && query.has(name));
  if (taken.length === 0) return query;
  const rest = new URLSearchParams(query);
  for (const name of taken) rest.delete(name);
  return rest;
}

/** The names of a query, as they are declared. */
export const namesIn = (query: URLSearchParams): readonly string[] => [...new Set([...query.keys()].map(plainName))];

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest([{ pointer: '#', code: 'invalid_encoding', detail: 'is not valid UTF-8' }]);
  }
}

/** The body of a request; a type that is not sent is JSON where it begins like it, and else bytes. */
async function bodyOf({ request, bodyShare }: Exchange, maxBytes: number): Promise<RawInput['body']> {
  const bytes = await readBytes(request, { maxBytes, share: bodyShare });
  if (bytes.byteLength === 0) return undefined;
  const sent = request.header('content-type');
  const type = sent ?? (bytes[0] === 0x7b || bytes[0] === 0x5b ? 'application/json' : 'application/octet-stream');
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (JSON_TEXT.test(plain)) {
    const text = textOf(bytes);
    request.noteText?.(text, bytes.byteLength);
    return { type: detachString(type), json: await parseJson(text, { location: { pointer: '#' } }) };
  }
  if (!TEXT.test(plain)) return { type: detachString(type), json: undefined, base64: toBase64(bytes) };
  const text = textOf(bytes);
  request.noteText?.(text, bytes.byteLength);
  return { type: detachString(type), json: undefined, text };
}

/** What of a request is read. */
export interface RawRequest extends Pick<InputRequest, 'exchange' | 'parameters' | 'unknown'> {
  readonly maxBody: number;
}

/** Reads the input of such an operation; never throws. */
export async function readRaw(
  { meta: { raw, openapi } }: Operation,
  { exchange, parameters, unknown, maxBody }: RawRequest,
): Promise<ReadInput> {
  const { search, path, request } = exchange;
  const names = raw?.headers ?? [];
  const headers = names.flatMap((name) => {
    const value = request.header(name);
    return value === null ? [] : [[name, detachString(value)] as const];
  });
  const head = {
    target: detachString(search === '' ? path : `${path}?${search}`),
    path: parameters,
    query: detachString(search),
    headers: Object.fromEntries(headers),
  };
  try {
    // A GET may come with a body, which says nothing (RFC 9110 §9.3.1).
    const body = openapi.method === 'GET' ? undefined : await bodyOf(exchange, maxBody);
    return { input: { ...head, ...(body && { body }) }, unknown };
  } catch (fault) {
    return { input: head, unknown, fault };
  }
}

/** An answer as it is sent; one without room for a body has none. */
export function sentRaw({
  status,
  type,
  headers,
  text,
  base64,
}: RawAnswer): Answer & { readonly headers: HeaderRecord } {
  const isEmpty = status === 204 || status === 205 || status === 304;
  const body = base64 === undefined ? (text ?? null) : fromBase64(base64);
  return {
    status,
    type: isEmpty || body === null ? '' : type,
    body: isEmpty ? null : body,
    caching: 'none',
    headers: { ...headers },
  };
}
