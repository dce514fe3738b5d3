/** Cursors: a position in a list, signed and bound to the query it came from. */
import { bytesOf, fromBase64, joined, textOf, toBase64url, createHmac, timingSafeEqual } from '#platform/runtime';
import { ProblemError } from './problem-error.js';

/** Which side of a position a page lies on. */
export type Direction = 'after' | 'before';

/** A value that a record of a sorted list is sorted by; null where it has none. */
export type SortValue = string | number | boolean | null;

/** Where a page begins: the records after a position, or before it. */
export interface Anchor {
  readonly direction: Direction;
  readonly position: number;
  /** By what the record there is sorted, in a sorted list: it says where to go on also once the record has changed. */
  readonly values?: readonly SortValue[] | undefined;
}

/** What a cursor is bound to: it is good for this query only. */
export interface CursorBinding {
  /** Secret of the sandbox. */
  readonly key: string;
  /** Route, filters, sort and page size. */
  readonly query: string;
}

const POSITION_BYTES = 5;
const MAC_BYTES = 10;

function sign(anchor: Uint8Array, { key, query }: CursorBinding): Uint8Array {
  return createHmac('sha256', `cursor ${key}`).update(anchor).update(query).digest().subarray(0, MAC_BYTES);
}

/** Writes an anchor as an opaque URL-safe text: of 20 characters, and more in a sorted list. */
export function encodeCursor(anchor: Anchor, binding: CursorBinding): string {
  const { direction, position, values } = anchor;
  const start = new DataView(new ArrayBuffer(POSITION_BYTES));
  start.setUint8(0, direction === 'after' ? 1 : 0);
  start.setUint32(1, position);
  const own = values === undefined ? [] : [bytesOf(JSON.stringify(values))];
  const bytes = joined([new Uint8Array(start.buffer), ...own]);
  return toBase64url(joined([bytes, sign(bytes, binding)]));
}

/** Reads an anchor back; a changed cursor, or one of another query, is a 400 `invalid_cursor`. */
export function decodeCursor(text: string, binding: CursorBinding): Anchor {
  const bytes = fromBase64(text);
  const anchor = bytes.subarray(0, -MAC_BYTES);
  const intact =
    bytes.length >= POSITION_BYTES + MAC_BYTES &&
    // What is no base64url is left out there; only the exact text counts.
    toBase64url(bytes) === text &&
    timingSafeEqual(bytes.subarray(-MAC_BYTES), sign(anchor, binding));
  if (!intact) {
    throw new ProblemError('invalid_cursor', {
      detail: 'the cursor was changed, or belongs to another route, filter, sort or per_page',
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_cursor',
          detail: 'must be a nextCursor or prevCursor of the same query, unchanged',
        },
      ],
    });
  }
  const start = new DataView(anchor.buffer, anchor.byteOffset);
  const values = anchor.subarray(POSITION_BYTES);
  return {
    direction: start.getUint8(0) === 1 ? 'after' : 'before',
    position: start.getUint32(1),
    // It is signed, so it is what was written.
    values: values.length === 0 ? undefined : (JSON.parse(textOf(values)) as SortValue[]),
  };
}
