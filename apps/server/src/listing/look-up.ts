/** Finds the seeded records that a search has to look at, by what its collection can look up. */
import { type Collection, type Positions, seededIndexOf } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import type { MemberCondition } from '../kit/listing.js';

/** Positions that are joined in one go, in some milliseconds; where there are more, looking at every record gives way to others. */
const MAX_JOINED = 2_097_152;

/** The positions that stand in one or the other of two lists, ascending as both are. */
function joined(one: Positions, other: Positions): Positions {
  const all = new Uint32Array(one.length + other.length);
  let [length, i, j] = [0, 0, 0];
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i] ?? Infinity, other[j] ?? Infinity];
    all[length++] = Math.min(a, b);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return all.subarray(0, length);
}

/** The positions that stand in any of some lists: neighbours are joined, so that none is copied often. */
function allOf(lists: readonly Positions[]): Positions {
  if (lists.length <= 1) return lists[0] ?? [];
  const half = lists.length >>> 1;
  return joined(allOf(lists.slice(0, half)), allOf(lists.slice(half)));
}

/** Gives the positions of the seeded records whose member has a value; undefined where that cannot be looked up. */
function lookupOf<Item extends { readonly id: string }>(
  collection: Collection<Item>,
  dataset: Dataset,
  member: string,
): ((value: string) => Positions) | undefined {
  if (member === 'id') {
    return (id) => {
      const index = seededIndexOf(collection, dataset, id);
      return index === undefined ? [] : [index];
    };
  }
  const find = collection.lookup?.[member as keyof Item];
  return find && ((value) => find(dataset, value));
}

function positionsOf<Item extends { readonly id: string }>(
  { member, oneOf }: MemberCondition,
  collection: Collection<Item>,
  dataset: Dataset,
): Positions | undefined {
  const find = oneOf === undefined ? undefined : lookupOf(collection, dataset, member);
  if (oneOf === undefined || find === undefined) return undefined;
  const found = oneOf.map(find);
  if (found.length > 1 && found.reduce((total, { length }) => total + length, 0) > MAX_JOINED) return undefined;
  return allOf(found);
}

/** The seeded records that pass a condition. */
export interface LookedUp {
  readonly condition: MemberCondition;
  /** Ascending. */
  readonly positions: Positions;
}

/** The fewest records that a lookup gives for one of some conditions; undefined where none can be looked up. */
export function lookUp<Item extends { readonly id: string }>(
  dataset: Dataset,
  collection: Collection<Item>,
  conditions: readonly MemberCondition[],
): LookedUp | undefined {
  let fewest: LookedUp | undefined;
  for (const condition of conditions) {
    const positions = positionsOf(condition, collection, dataset);
    if (positions === undefined) continue;
    if (fewest === undefined || positions.length < fewest.positions.length) fewest = { condition, positions };
  }
  return fewest;
}
