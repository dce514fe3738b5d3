/** Undoes the content codings of request bodies (RFC 9110 §8.4), within a size. */
import { type Undo, undone } from '#platform/coding';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { ByteRules } from './byte-rules.js';
import { tooLarge } from './too-large.js';

const READABLE = [...undone.keys()].join(', ');

/** Codings that may lie on top of one another. */
const MAX_CODINGS = 4;

/** A coding that is read. */
interface Coding {
  readonly name: string;
  readonly undo: Undo;
}

function unsupported(detail: string): ProblemError {
  return new ProblemError('unsupported_media_type', {
    detail: `${detail}; send the header Content-Encoding with one of ${READABLE}, or none`,
    // RFC 9110 §12.5.3: how a client knows that the coding was the reason.
    headers: { 'accept-encoding': READABLE },
  });
}

/**
 * The codings that a Content-Encoding header names, in the order in which they were applied.
 *
 * @throws ProblemError 415 where one is unknown
 */
export function codingsOf(header: string | null): readonly Coding[] {
  if (header === null) return [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  if (applied.length > MAX_CODINGS) throw unsupported(`the body has more than ${MAX_CODINGS} content codings`);
  return applied.map((name) => {
    // RFC 9110 §8.4.1.3: the same coding by its old name.
    const undo = undone.get(name === 'x-gzip' ? 'gzip' : name);
    if (undo === undefined) throw unsupported(`the body has the content coding ${JSON.stringify(name.slice(0, 80))}`);
    return { name, undo };
  });
}

/**
 * Undoes codings, the last that was applied first. Each result is bounded, so that a small body cannot become a large
 * one anywhere on the way.
 *
 * @throws ProblemError 413 as soon as a result is larger than `maxBytes`, 400 where a coding is broken, 503 as `share` does
 */
export async function decode(
  coded: Uint8Array<ArrayBuffer>,
  applied: readonly Coding[],
  { maxBytes, share }: ByteRules,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = coded;
  for (const { name, undo } of applied.toReversed()) {
    try {
      bytes = await undo(bytes, { maxOutputLength: maxBytes });
      share.hold(bytes.byteLength);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (error instanceof RangeError) throw tooLarge(maxBytes);
      throw badRequest([
        {
          pointer: '#',
          code: 'invalid_encoding',
          detail: `is not valid ${name} data, which its Content-Encoding names`,
        },
      ]);
    }
  }
  return bytes;
}

/**
 * Undoes the codings of the start of a body, as far as it goes; undefined where it cannot be done, or would be larger than
 * `maxBytes`.
 *
 * @param header what Content-Encoding says
 */
export async function decodeStart(
  coded: Uint8Array,
  header: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let bytes = new Uint8Array(coded);
  try {
    for (const { undo } of codingsOf(header).toReversed()) {
      bytes = new Uint8Array(await undo(bytes, { maxOutputLength: maxBytes, isStart: true }));
    }
    return bytes;
  } catch {
    return undefined;
  }
}
