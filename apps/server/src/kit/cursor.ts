/** Cursors: a position in a list, signed and bound to the query it came from. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ProblemError } from './problem-error.js';

/** Which side of a position a page lies on. */
export type Direction = 'after' | 'before';

/** Where a page begins: the records after a position, or before it. */
export interface Anchor {
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

const ANCHOR_BYTES = 5;
const MAC_BYTES = 10;

function sign(anchor: Buffer, { key, query }: CursorBinding): Buffer {
  return createHmac('sha256', `cursor ${key}`).update(anchor).update(query).digest().subarray(0, MAC_BYTES);
}

/** Writes an anchor as an opaque text of 20 URL-safe characters. */
export function encodeCursor(anchor: Anchor, binding: CursorBinding): string {
  const bytes = Buffer.alloc(ANCHOR_BYTES);
  bytes.writeUInt8(anchor.direction === 'after' ? 1 : 0, 0);
  bytes.writeUInt32BE(anchor.position, 1);
  return Buffer.concat([bytes, sign(bytes, binding)]).toString('base64url');
}

/** Reads an anchor back; a changed cursor, or one of another query, is a 400 `invalid_cursor`. */
export function decodeCursor(text: string, binding: CursorBinding): Anchor {
  const bytes = Buffer.from(text, 'base64url');
  const anchor = bytes.subarray(0, ANCHOR_BYTES);
  const intact =
    bytes.length === ANCHOR_BYTES + MAC_BYTES &&
    // Buffer.from skips what is no base64url; only the exact text counts.
    bytes.toString('base64url') === text &&
    timingSafeEqual(bytes.subarray(ANCHOR_BYTES), sign(anchor, binding));
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
    direction: anchor.readUInt8(0) === 1 ? 'after' : 'before',
    position: anchor.readUInt32BE(1),
  };
}
