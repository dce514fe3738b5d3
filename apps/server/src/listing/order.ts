/** The order that a caller asks for by `sort`. */
import type { SortValue } from '../kit/cursor.js';
import { memberAt } from './member.js';

/** Values by which one entry is sorted, in order of weight. */
export type SortValues = readonly SortValue[];

/** A member that entries are sorted by. */
export interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

/** An order of entries. Equal ones keep the order of their positions. */
export interface Order<Item> {
  /** Tells it from every other order of the same collection. */
  readonly text: string;
  /** In order of weight. */
  readonly keys: readonly SortKey[];
  /** By what an entry is sorted, key by key; one that is gone has no values. */
  values(item: Item | undefined): SortValues;
}

/** An order of positions. */
export interface PositionOrder {
  /** In order of weight. */
  readonly keys: readonly SortKey[];
  /** By what the entry at a position is sorted, key by key. */
  values(position: number): SortValues;
}

/** What an order is made of. */
export interface OrderParts<Item> {
  /** Keys in order of weight, such as `-created_at,title`. */
  readonly sort: string;
  /** Name of the operation, whose records have the keys. */
  readonly operation: string;
  /** Input members that the keys need, with their values. */
  readonly needs?: object | undefined;
  /** Gives what an entry is sorted by, by name; members of itself where left out. */
  lookAt?(item: Item): (name: string) => unknown;
}

function sortValue(value: unknown): SortValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * Below 0 where the first value comes first, above 0 where it comes last. Text goes by its code units, not by a language,
 * which every JavaScript engine would sort by data of its own; null comes last in both directions.
 */
export function compareValues(first: SortValue, second: SortValue, { isDescending }: SortKey): number {
  if (first === second) return 0;
  if (first === null) return 1;
  if (second === null) return -1;
  // Values of different types have an order of their own, so that any two of three agree with the third.
  if (typeof first !== typeof second) return typeof first < typeof second === isDescending ? 1 : -1;
  return first < second === isDescending ? 1 : -1;
}

/** The order that `sort` stands for, once its schema has parsed it. */
export function orderOf<Item>({ sort, operation, needs = {}, lookAt }: OrderParts<Item>): Order<Item> {
  const keys = sort.split(',').map((key) => ({ name: key.replace(/^-/, ''), isDescending: key.startsWith('-') }));
  return {
    text: `${operation} ${sort} ${JSON.stringify(needs)}`,
    keys,
    values: (item) => {
      if (item === undefined) return keys.map(() => null);
      const valueOf = lookAt?.(item) ?? ((name: string) => memberAt(item, name));
      return keys.map(({ name }) => sortValue(valueOf(name)));
    },
  };
}
