/** Lists that are computed: their entries are no records. */

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
