/** Answers a file: its bytes, a range of them, or nothing where its conditions do not hold (RFC 9110 §13 and §14). */
import { bodyFaultOf, type FaultedCall } from '../call/apply-faults.js';
import { namesTag } from '../call/conditions.js';
import { type FileContent, fileTag } from '../kit/handler.js';
import { type ProblemError, problemsOf } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import type { HeaderRecord } from './cors.js';
import { matchesTag } from './finish.js';
import type { Exchange } from './exchange.js';

/** Whether a file is shown, or saved. */
type Disposition = 'inline' | 'attachment';

/** Characters of a value in UTF-8 that stand as they are (RFC 8187 §3.2.1, `attr-char`). */
const UNRESERVED = /['()*]/g;

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Value of Content-Disposition.
 *
 * @param filename name to save it as; what is not ASCII in it stands there a second time, in UTF-8
 */
export function contentDisposition(disposition: Disposition, filename: string | undefined): string {
  if (filename === undefined) return disposition;
  const plain = filename.replaceAll(/[^\x20-\x7e]/gu, '_');
  const quoted = plain.replaceAll(/["\\]/g, String.raw`\$&`);
  const parts = [disposition, `filename="${quoted}"`];
  if (plain !== filename) {
    const encoded = encodeURIComponent(filename.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
      UNRESERVED,
      percent,
    );
    parts.push(`filename*=UTF-8''${encoded}`);
  }
  return parts.join('; ');
}

/** Bytes from one position to another, both of them included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** One range: from a position on, up to another, or so many bytes at the end. */
const RANGE = /^(\d*)-(\d*)$/;

/** What is asked for of a file of so many bytes, by the two numbers of a range. */
function within(from: string, to: string, length: number): ByteRange | 'whole' | 'beyond' {
  const last = length - 1;
  if (from === '') {
    if (to === '') return 'whole';
    if (Number(to) === 0) return 'beyond';
    // Nothing is at the end of nothing, and no Content-Range could say so.
    return length === 0 ? 'whole' : { first: Math.max(0, length - Number(to)), last };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'whole';
  if (first > last) return 'beyond';
  return { first, last: to === '' ? last : Math.min(Number(to), last) };
}

/**
 * The bytes that a request asks for; `beyond` where it asks for none that are there, and `whole` where it asks for all, for
 * several ranges, in another unit, or for what is no range (RFC 9110 §14.2).
 *
 * @param header value of the Range header; null where there is none
 * @param length bytes of the file
 */
function byteRange(header: string | null, length: number): ByteRange | 'whole' | 'beyond' {
  const [unit = '', set] = (header ?? '').split('=', 2);
  if (set === undefined || unit.trim().toLowerCase() !== 'bytes') return 'whole';
  // A list may have empty elements (RFC 9110 §5.6.1.2).
  const [only = '', ...others] = set.split(',').flatMap((part) => part.trim() || []);
  const found = others.length === 0 ? RANGE.exec(only) : null;
  return found === null ? 'whole' : within(found[1] ?? '', found[2] ?? '', length);
}

/** What of a request a file is answered by. */
type FileRequest = Pick<Exchange, 'method' | 'request'>;

type FileAnswer = Pick<Answer, 'status' | 'type' | 'body' | 'headers' | 'tag'>;

const problem = problemsOf({});

function ownHeaders({ filename, disposition }: FileContent): HeaderRecord {
  return {
    // Pages of any origin may show it: the fetch standard asks for this where they are isolated.
    'cross-origin-resource-policy': 'cross-origin',
    ...(filename === undefined && disposition === undefined
      ? {}
      : { 'content-disposition': contentDisposition(disposition ?? 'inline', filename) }),
  };
}

function notMatching(tag: string): ProblemError {
  const detail = `must name the file as it is now, whose ETag is ${tag}, as a strong tag`;
  return problem('precondition_failed', {
    detail: `If-Match ${detail}`,
    errors: [{ parameter: 'If-Match', code: 'precondition_failed', detail }],
  });
}

function notThere(length: number): ProblemError {
  const detail = `must begin within the ${length} bytes of the file`;
  return problem('range_not_satisfiable', {
    detail: `Range ${detail}`,
    errors: [{ parameter: 'Range', code: 'range_not_satisfiable', detail }],
    headers: { 'accept-ranges': 'bytes', 'content-range': `bytes */${length}` },
  });
}

/** The Range of a request, where it counts: a GET, for which the client has the file that is there now (RFC 9110 §13.1.5). */
function rangeOf({ method, request: { header } }: FileRequest, tag: string): string | null {
  if (method !== 'GET' || matchesTag(header('if-none-match'), tag)) return null;
  const condition = header('if-range');
  return condition === null || condition.trim() === tag ? header('range') : null;
}

/**
 * The answer of a file.
 *
 * @throws ProblemError `precondition_failed` or `range_not_satisfiable`
 */
export function fileAnswer(file: FileContent, asked: FileRequest, call: FaultedCall): FileAnswer {
  const { bytes, mediaType: type } = file;
  const { header } = asked.request;
  const fault = bodyFaultOf(call);
  const headers = ownHeaders(file);
  // Where only less comes than the head says, what comes is right, and a client can go on from there.
  if (fault !== undefined && fault.fault !== 'truncate') return { status: 200, type, body: bytes, headers };
  const tag = fileTag(bytes);
  headers['accept-ranges'] = 'bytes';
  // Said here as well: an answer that breaks off on its way has it too.
  headers['etag'] = tag;
  const condition = header('if-match');
  if (condition !== null && !namesTag(condition, tag, 'strong')) throw notMatching(tag);
  const range = byteRange(rangeOf(asked, tag), bytes.byteLength);
  if (range === 'whole') return { status: 200, type, body: bytes, headers, tag };
  if (range === 'beyond') throw notThere(bytes.byteLength);
  const { first, last } = range;
  headers['content-range'] = `bytes ${first}-${last}/${bytes.byteLength}`;
  return { status: 206, type, body: bytes.subarray(first, last + 1), headers, tag };
}
