/** Reads a request body: its size, its media type, its JSON. */
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { Incoming } from './incoming.js';
import { readQuery, type TextTypes } from './text.js';

/** Media types that operations can read, by the name the contract has for them. */
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/** A body an operation can read. */
export type BodyType = keyof typeof mediaTypes;

/** Which bodies are accepted, and up to what size. */
export interface BodyRules {
  readonly accepts: readonly BodyType[];
  readonly maxBytes: number;
  /** How the members of a form are to be read. */
  readonly types: TextTypes;
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload_too_large', {
    detail: `the body is larger than the ${maxBytes} bytes this server accepts`,
  });
}

/** Reads a body as bytes, stopping as soon as it is too large; one that breaks off is no fault of ours (RFC 9112 §8). */
export async function readBytes(request: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.header('content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw badRequest([{ pointer: '#', code: 'incomplete', detail: 'ended before it was complete' }]);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function typeOf(request: Incoming, accepts: readonly BodyType[]): BodyType {
  const header = request.header('content-type');
  // Any parameter is fine: RFC 8259 §11 knows no charset, but clients send one.
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  const found = accepts.find(
    (type) => mediaTypes[type] === mediaType || (type === 'json' && mediaType?.endsWith('+json')),
  );
  if (found !== undefined) return found;
  const wanted = accepts.map((type) => mediaTypes[type]);
  throw new ProblemError('unsupported_media_type', {
    detail: `${header === null ? 'the body has no Content-Type' : `the Content-Type is ${JSON.stringify(header.slice(0, 80))}`}; send the header Content-Type: ${wanted.join(' or ')}`,
    headers: { accept: wanted.join(', ') },
  });
}

function position(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Parses JSON (RFC 8259); broken JSON is a 400 that says where. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message differs between versions of it; this one does not.
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
    const [first] = errors;
    const where =
      first === undefined ? 'at an unknown place' : `at ${position(text, first.offset)} (offset ${first.offset})`;
    const why = first === undefined ? '' : `: ${printParseErrorCode(first.error)}`;
    throw badRequest([{ pointer: '#', code: 'invalid_json', detail: `is not valid JSON ${where}${why}` }]);
  }
}

/** Reads a form; members with a type are read as that, one given twice becomes an array. */
function parseForm(text: string, types: TextTypes): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const unknown = [...new Set(form.keys())].filter((name) => !types.has(name));
  return { ...Object.fromEntries(unknown.map((name) => [name, form.get(name)])), ...readQuery(form, types) };
}

/** Reads and parses a body; a request without one has an empty object. */
export async function readBody(request: Incoming, rules: BodyRules): Promise<unknown> {
  const bytes = await readBytes(request, rules.maxBytes);
  if (bytes.byteLength === 0) return {};
  const type = typeOf(request, rules.accepts);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest([{ pointer: '#', code: 'invalid_encoding', detail: 'is not valid UTF-8' }]);
  }
  return type === 'json' ? parseJson(text) : parseForm(text, rules.types);
}
