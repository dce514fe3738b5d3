/** What the sandbox's clock makes of a record, and the events that come due with it. */

/** What becomes of a record next, unless it is written before. */
export interface Transition<Item> {
  /** The instant at which it happens, in ms since 1970. */
  readonly at: number;
  /** The record from then on. The kit counts its version. */
  readonly record: Item;
}

/** Something that will happen, unless the record is written before. */
export interface DueEvent {
  /** Event type, such as `order.expired`: one of those that its domain declares. */
  readonly type: string;
  /** When it happens, in ms since 1970. */
  readonly at: number;
  /** What it is about; where left out, the record as it is then. */
  readonly object?: object;
}
