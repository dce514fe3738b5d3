/** Reads a request body: its media type, and its JSON or form. */
import type { BodyType } from '@understudy/contract/kit';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { readBytes } from './body-bytes.js';
import type { ByteRules } from './byte-rules.js';
import { parseForm } from './form.js';
import type { Incoming } from './incoming.js';
import { parseJson } from './json-text.js';
import type { TextTypes } from './text.js';

/** Media types that operations can read, by the name the contract has for them. */
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  merge: 'application/merge-patch+json',
} as const satisfies Record<BodyType, string>;

/** Which bodies are accepted, and up to what size. */
export interface BodyRules extends ByteRules {
  readonly accepts: readonly BodyType[];
}

/** A body as text, with its media type. */
export interface TextBody {
  readonly type: BodyType;
  readonly text: string;
}

function typeOf(request: Incoming, accepts: readonly BodyType[]): BodyType {
  const header = request.header('content-type');
  // Any parameter is fine: RFC 8259 §11 knows no charset, but clients send one.
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  const patches = accepts.includes('merge');
  const found = accepts.find(
    // The type of a patch says how it is applied: another one may be meant otherwise (RFC 5789 §2).
    (type) => mediaTypes[type] === mediaType || (type === 'json' && !patches && mediaType?.endsWith('+json')),
  );
  if (found !== undefined) return found;
  const wanted = accepts.map((type) => mediaTypes[type]);
  throw new ProblemError('unsupported_media_type', {
    detail: `${header === null ? 'the body has no Content-Type' : `the Content-Type is ${JSON.stringify(header.slice(0, 80))}`}; send the header Content-Type: ${wanted.join(' or ')}`,
    headers: { accept: wanted.join(', '), ...(patches ? { 'accept-patch': wanted.join(', ') } : {}) },
  });
}

/** Reads a body as text; undefined where a request has none. */
export async function readText(request: Incoming, rules: BodyRules): Promise<TextBody | undefined> {
  const bytes = await readBytes(request, rules);
  if (bytes.byteLength === 0) return undefined;
  const type = typeOf(request, rules.accepts);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    request.noteText?.(text, bytes.byteLength);
    return { type, text };
  } catch {
    throw badRequest([{ pointer: '#', code: 'invalid_encoding', detail: 'is not valid UTF-8' }]);
  }
}

/** Reads and parses a body; a request without one has an empty object. */
export async function readBody(
  request: Incoming,
  { types, ...rules }: BodyRules & { readonly types: TextTypes },
): Promise<unknown> {
  const body = await readText(request, rules);
  if (body === undefined) return {};
  return body.type === 'form' ? parseForm(body.text, types) : parseJson(body.text, { location: { pointer: '#' } });
}
