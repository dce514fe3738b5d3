/** Reads the range that a request asks for of a file (RFC 9110 §14.1.2). */

/** Bytes from one position to another, both of them included. */
export interface ByteRange {
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
export function byteRange(header: string | null, length: number): ByteRange | 'whole' | 'beyond' {
  const [unit = '', set] = (header ?? '').split('=', 2);
  if (set === undefined || unit.trim().toLowerCase() !== 'bytes') return 'whole';
  // A list may have empty elements (RFC 9110 §5.6.1.2).
  const [only = '', ...others] = set.split(',').flatMap((part) => part.trim() || []);
  const found = others.length === 0 ? RANGE.exec(only) : null;
  return found === null ? 'whole' : within(found[1] ?? '', found[2] ?? '', length);
}
