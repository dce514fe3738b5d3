/** Reads the bytes of a request body, within a size. */
import { joined } from '#platform/bytes';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { ByteRules } from './byte-rules.js';
import { codingsOf, decode } from './content-coding.js';
import type { Incoming } from './incoming.js';
import { tooLarge } from './too-large.js';

/** Reads what comes, stopping as soon as it is too large; a body that breaks off is no fault of ours (RFC 9112 §8). */
async function collect(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, share }: ByteRules,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      share.hold(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw badRequest([{ pointer: '#', code: 'incomplete', detail: 'ended before it was complete' }]);
  }
  return joined(chunks);
}

/**
 * Reads a body, its content codings undone.
 *
 * @throws ProblemError 413, 415, 400 or 503
 */
export async function readBytes(request: Incoming, rules: ByteRules): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes } = rules;
  const announced = Number(request.header('content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array(0);
  const codings = codingsOf(request.header('content-encoding'));
  const coded = await collect(request.body, rules);
  return coded.byteLength === 0 ? coded : decode(coded, codings, rules);
}
