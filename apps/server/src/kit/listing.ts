/** What a list handler answers: which records of a collection belong to the list, or entries that are no records. */
import type { AnyCollection, Collection } from './collection.js';
import type { Records } from './records.js';

/** Values that members of the kept records must have; one that is undefined may be any. */
export type Where<Item> = { readonly [Member in keyof Item]?: string | undefined };

/** Computes a number of a record as it is kept. */
interface Computing<Item> {
  /** The number; null where the record has none. It follows from the record and from what it needs of the input alone. */
  of(record: Item): number | null;
}

/** Which records are in a list, where that follows from more than each of them, such as from who asks. */
export interface Only<Item> {
  /** Tells it from every other one of the same collection, whatever is in the records: who asks, and for what. */
  readonly by: readonly (string | undefined)[];
  /** The collections that it looks into beside that of the list. */
  readonly from: readonly AnyCollection[];
  /** Whether a record is in the list. */
  has(record: Item, records: Records): boolean;
}

/** A condition that the input of a call makes. */
export interface MemberCondition {
  /** Member of the records that it looks at. */
  readonly member: string;
  /** Whether a record passes whose member is this; one that looks at more members than one reads them by their names. */
  readonly holds: (value: unknown, valueOf: (member: string) => unknown) => boolean;
  /** The values of which a member must be one, where they are texts: an index finds the records by them. */
  readonly oneOf?: readonly string[] | undefined;
}

/** What the input of a call filters by. */
export interface Filter {
  /** What the caller gave, by input member. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Tells it from every other filter of the same collection. */
  readonly text: string;
  readonly conditions: readonly MemberCondition[];
}

/** What a handler can say of a list beside what is in it. */
export interface ListingOptions<Item, Shown = Item> {
  /** Whether the last record comes first, where the caller asks for no other order. */
  readonly newestFirst?: boolean | undefined;
  /** Which records are in it; all of them where left out. */
  readonly only?: Only<Item> | undefined;
  /** What the caller filters by, where the operation is open, so that its handler reads it. */
  readonly filter?: Filter | undefined;
  /** Id of a record to be shown before the others, where it belongs to the list. */
  readonly first?: string | undefined;
  /** The first instant at which `show` or `compute` may give something else of the same record, in ms since 1970. */
  readonly until?: number | undefined;
  /** What is shown of a record; itself where left out. A member that the collection can look up is shown as it is kept. */
  show?(record: Item): Shown;
  /** A member of what is shown, at a path such as `author.name`, where it is cheaper to read than to show the record whole. */
  read?(record: Item, path: string): unknown;
}

/** The records of a collection that belong to a list, before the conditions of the caller. */
export interface Listing<
  Item extends { readonly id: string },
  Shown = Item,
  Numbers extends string = never,
> extends ListingOptions<Item, Shown> {
  readonly collection: Collection<Item>;
  readonly where: Where<Item>;
  /** The numbers that the operation declares in `computes`. */
  readonly compute: Readonly<Record<Numbers, Computing<Item>>>;
}

/**
 * Lists the records of a collection. What the operation declares in `filters`, `sorts` and `fields` is applied to it; a
 * handler gives only the values that follow from something else, such as the course of whose lessons this is the list.
 */
export function listing<Item extends { readonly id: string }, Shown = Item, Numbers extends string = never>(
  collection: Collection<Item>,
  where: Where<Item> = {},
  {
    compute,
    ...options
  }: ListingOptions<Item, Shown> & {
    /** The numbers that the operation declares in `computes`, each by how it is computed of a record. */
    readonly compute?: Readonly<Record<Numbers, (record: Item) => number | null>>;
  } = {},
): Listing<Item, Shown, Numbers> {
  const named = Object.entries<(record: Item) => number | null>(compute ?? {});
  const computing = Object.fromEntries(named.map(([name, of]) => [name, { of }]));
  // A loop over the names cannot carry their types along.
  return { collection, where, ...options, compute: computing as Listing<Item, Shown, Numbers>['compute'] };
}

/** Instants at which something is true, in ms since 1970: from one, up to but not including another. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Of what the clock does not change. */
export const always: Period = { from: -Infinity, until: Infinity };

/** Whether an instant lies in a period. */
export function isIn({ from, until }: Period, now: number): boolean {
  return from <= now && now < until;
}

/** When two things are true at once. */
export function both(one: Period, other: Period): Period {
  if (one === always) return other;
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) };
}

/** An entry of a list. */
export interface EntryAt<Item> {
  /** It never changes, and no other entry with the same key has it: an integer from 0 to 4,294,967,295. */
  readonly position: number;
  /** What the list ascends by before the positions; of every entry, or of none. Texts go by their code units. */
  readonly key?: string | number;
  /** Read only of those that are answered: it may be made then. */
  readonly item: Item;
  /** The members that it is found and sorted by, where the item takes long to be made. */
  readonly outline?: object;
}

/** Entries by index. An array is such; what is not may make each entry when it is asked for. */
export interface Rows<Entry> {
  readonly length: number;
  at(index: number): Entry | undefined;
}

/** A computed list: its entries are no records, and ascend by their keys and positions. */
export interface Entries<Item> {
  /** Items of a page may come later, in which case entries have outlines; rows of lines may not. */
  readonly entries: Rows<EntryAt<Item | Promise<Item>>>;
  /** The first instant at which the list may be another one, though nobody writes: as of a `Result`. */
  readonly until?: number | undefined;
  /** What `meta` says beside the delay. */
  readonly meta?: object;
  /** Makes the forms that the operation declares beside the page. */
  readonly formats?: Readonly<Record<string, MakeForm<Item>>>;
}

/** A list in another form than a page. */
export interface Form {
  readonly document: object;
  /** Name of the file that a browser saves it as. */
  readonly filename: string;
}

/** Makes a form of a list, of all its items that pass the filters of the call. */
export type MakeForm<Item> = (items: readonly Item[]) => Form | Promise<Form>;
