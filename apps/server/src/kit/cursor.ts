/** Cursors: a position in a list, signed and bound to the query it came from. */
import { createHmac, timingSafeEqual } from 'node:crypto';
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

function sign(anchor: Buffer, { key, query }: CursorBinding): Buffer {
  return createHmac('sha256', `cursor ${key}`).update(anchor).update(query).digest().subarray(0, MAC_BYTES);
}

/** Writes an anchor as an opaque URL-safe text: of 20 characters, and more in a sorted list. */
export function encodeCursor(anchor: Anchor, binding: CursorBinding): string {
  const { direction, position, values } = anchor;
  const start = Buffer.alloc(POSITION_BYTES);
  start.writeUInt8(direction === 'after' ? 1 : 0, 0);
  start.writeUInt32BE(position, 1);
  const bytes = values === undefined ? start : Buffer.concat([start, Buffer.from(JSON.stringify(values))]);
  return Buffer.concat([bytes, sign(bytes, binding)]).toString('base64url');
}

/** Reads an anchor back; a changed cursor, or one of another query, is a 400 `invalid_cursor`. */
export function decodeCursor(text: string, binding: CursorBinding): Anchor {
  const bytes = Buffer.from(text, 'base64url');
  const anchor = bytes.subarray(0, -MAC_BYTES);
  const intact =
    bytes.length >= POSITION_BYTES + MAC_BYTES &&
    // Buffer.from skips what is no base64url; only the exact text counts.
    bytes.toString('base64url') === text &&
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
  const values = anchor.subarray(POSITION_BYTES);
  return {
    direction: anchor.readUInt8(0) === 1 ? 'after' : 'before',
    position: anchor.readUInt32BE(1),
    // It is signed, so it is what was written.
    values: values.length === 0 ? undefined : (JSON.parse(values.toString()) as SortValue[]),
  };
}
