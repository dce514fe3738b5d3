/** Entries of computed lists, by what each of them is found, sorted, and named in cursors. */
import type { Anchor } from '../kit/cursor.js';
import type { EntryAt, Rows } from '../kit/entries.js';
import { compareValues, type Order, type SortKey } from './order.js';
import type { Anchors } from './paginate.js';

/** Whoever reads the item has it made. */
export const outlineOf = (entry: EntryAt<object>): object => entry.outline ?? entry.item;

/** Entries in an order, and how each is named in cursors. */
export interface Ordered {
  readonly rows: Rows<EntryAt<object>>;
  readonly anchors: Anchors;
}

const ownKey: SortKey = { name: 'key', isDescending: false };

/** Names entries by what they are sorted by, and by their positions. */
export function anchorsOf(rows: Rows<EntryAt<object>>, order: Order<object> | undefined): Anchors {
  const keys = order?.keys ?? [ownKey];
  const at = (index: number) => {
    const entry = rows.at(index);
    const own = entry?.key === undefined ? undefined : [entry.key];
    return {
      position: entry?.position ?? 0,
      values: order === undefined ? own : order.values(entry && outlineOf(entry)),
    };
  };
  const compare = (index: number, anchor: Anchor): number => {
    const { position, values = [] } = at(index);
    const sides = keys.map((key, i) => compareValues(values[i] ?? null, anchor.values?.[i] ?? null, key));
    return sides.find((side) => side !== 0) ?? position - anchor.position;
  };
  const indexAt = (anchor: Anchor): number => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const side = compare(middle, anchor);
      if (side > 0 || (side === 0 && anchor.direction === 'before')) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { at, indexAt };
}
