/** Content codings (RFC 9110 §8.4.1), by the streams that browsers have. */
import type { Code, Undo } from '../node/coding.js';
import { chunksOf } from './streams.js';
import { joined } from './bytes.js';

/** Undoes what a stream of the browser undoes. */
function by(format: 'gzip' | 'deflate'): Undo {
  return async (bytes, { maxOutputLength, isStart = false }) => {
    const source = new Blob([new Uint8Array(bytes)]).stream();
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const part of chunksOf(source.pipeThrough(new DecompressionStream(format)))) {
        size += part.byteLength;
        if (size > maxOutputLength) throw new RangeError(`more than ${maxOutputLength} bytes`);
        parts.push(part);
      }
    } catch (error) {
      if (!isStart || error instanceof RangeError || size === 0) throw error;
    }
    return joined(parts);
  };
}

/** What undoes each coding, by its name. */
export const undone: ReadonlyMap<string, Undo> = new Map([
  ['gzip', by('gzip')],
  ['deflate', by('deflate')],
]);

/** Answers have no coding: nothing undoes one on the way from a page to itself. */
export const made: ReadonlyMap<'br' | 'gzip', Code> = new Map();
