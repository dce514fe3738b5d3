/** Cursors: a place in a list, signed and bound to the query it came from. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ProblemError } from './problem-error.js';

/** Which side of a position a page lies on. */
export type Direction = 'after' | 'before';

/** A place in a list: the records after or before a position. */
export interface Place {
  readonly direction: Direction;
  readonly position: number;
}

/** What a cursor is bound to: it is good for this query only. */
export interface CursorBinding {
  /** Secret of the sandbox. */
  readonly key: string;
  /** Route, filters and page size. */
  readonly query: string;
}

const PLACE_BYTES = 5;
const MAC_BYTES = 10;

function sign(place: Buffer, { key, query }: CursorBinding): Buffer {
  return createHmac('sha256', `cursor ${key}`).update(place).update(query).digest().subarray(0, MAC_BYTES);
}

/** Writes a place as an opaque text of 20 URL-safe characters. */
export function encodeCursor(place: Place, binding: CursorBinding): string {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeUInt8(place.direction === 'after' ? 1 : 0, 0);
  bytes.writeUInt32BE(place.position, 1);
  return Buffer.concat([bytes, sign(bytes, binding)]).toString('base64url');
}

/** Reads a place back; a changed cursor, or one of another query, is a 400 `invalid_cursor`. */
export function decodeCursor(text: string, binding: CursorBinding): Place {
  const bytes = Buffer.from(text, 'base64url');
  const place = bytes.subarray(0, PLACE_BYTES);
  const intact =
    bytes.length === PLACE_BYTES + MAC_BYTES &&
    // Buffer.from skips what is no base64url; only the exact text counts.
    bytes.toString('base64url') === text &&
    timingSafeEqual(bytes.subarray(PLACE_BYTES), sign(place, binding));
  if (!intact) {
    throw new ProblemError('invalid_cursor', {
      detail: 'the cursor was changed, or belongs to another route, filter or per_page',
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_cursor',
          detail: 'must be a nextCursor or prevCursor of the same query, unchanged',
        },
      ],
    });
  }
  return {
    direction: place.readUInt8(0) === 1 ? 'after' : 'before',
    position: place.readUInt32BE(1),
  };
}
