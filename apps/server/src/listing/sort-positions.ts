/** Sorts positions step by step, so that others are served meanwhile. */
import type { Positions } from '../kit/collection.js';
import type { SortValue } from '../kit/cursor.js';
import { compareValues, type PositionOrder, type SortKey, type SortValues } from './order.js';

/** Entries read between two steps. */
const READ_STEP = 64;

/** Comparisons between two steps. */
const COMPARE_STEP = 1024;

/** Sorts ascending positions. It is a merge sort: stable, so that equal entries stay in the order of their positions. */
export function* sortPositions(positions: Positions, order: PositionOrder): Generator<void, Uint32Array> {
  const { length } = positions;
  // One array for each key takes less memory than one for each of a million entries.
  const columns = order.keys.map((key): { key: SortKey; values: SortValue[] } => ({ key, values: [] }));
  let source = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    if (i % READ_STEP === 0) yield;
    const values = order.values(positions[i] ?? 0);
    for (const [k, column] of columns.entries()) column.values.push(values[k] ?? null);
    source[i] = i;
  }
  const isInOrder = (first = 0, second = 0): boolean => {
    for (const { key, values } of columns) {
      const side = compareValues(values[first] ?? null, values[second] ?? null, key);
      if (side !== 0) return side < 0;
    }
    return true;
  };

  let target = new Uint32Array(length);
  let compared = 0;
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(middle + width, length);
      let left = start;
      let right = middle;
      for (let i = start; i < end; i++) {
        if (compared++ % COMPARE_STEP === 0) yield;
        const isLeft = right >= end || (left < middle && isInOrder(source[left], source[right]));
        target[i] = source[isLeft ? left++ : right++] ?? 0;
      }
    }
    [source, target] = [target, source];
  }
  for (let i = 0; i < length; i++) {
    if (i % COMPARE_STEP === 0) yield;
    source[i] = positions[source[i] ?? 0] ?? 0;
  }
  return source;
}

function compare(order: PositionOrder, first: SortValues, second: SortValues): number {
  for (const [i, key] of order.keys.entries()) {
    const side = compareValues(first[i] ?? null, second[i] ?? null, key);
    if (side !== 0) return side;
  }
  return 0;
}

/** Index of the first entry that comes after the one with a position and values, or is it where that one counts. */
export function indexInOrder(
  sorted: Positions,
  order: PositionOrder,
  after: { readonly values: SortValues; readonly position: number; readonly isCounted: boolean },
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const position = sorted[middle] ?? 0;
    const side = compare(order, order.values(position), after.values) || position - after.position;
    if (side > 0 || (after.isCounted && side === 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Puts some positions among sorted ones. */
export function* insertPositions(
  sorted: Uint32Array,
  added: Uint32Array,
  order: PositionOrder,
): Generator<void, Uint32Array> {
  const all = new Uint32Array(sorted.length + added.length);
  let copied = 0;
  for (const [i, position] of (yield* sortPositions(added.toSorted(), order)).entries()) {
    yield;
    const index = indexInOrder(sorted, order, { values: order.values(position), position, isCounted: true });
    all.set(sorted.subarray(copied, index), copied + i);
    all[index + i] = position;
    copied = index;
  }
  all.set(sorted.subarray(copied), copied + added.length);
  return all;
}
