/** What the sandbox's clock makes of a record. */

/** What becomes of a record next, unless it is written before. */
export interface Transition<Item> {
  /** The instant at which it happens, in ms since 1970. */
  readonly at: number;
  /** The record from then on. The kit counts its version. */
  readonly record: Item;
}
