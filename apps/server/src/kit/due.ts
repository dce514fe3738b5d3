/** What the sandbox's clock brings of a record, for those who are told of it. */

/** Something that will happen, unless the record is written before. */
export interface DueEvent {
  /** Event type, such as `order.expired`: one of those that its domain declares. */
  readonly type: string;
  /** When it happens, in ms since 1970. */
  readonly at: number;
  /** What it is about; where left out, the record as it is then. */
  readonly object?: object;
}
