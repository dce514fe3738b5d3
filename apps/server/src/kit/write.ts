/** What is to be written: one record at a time, put or removed. */
import type { AnyCollection } from './collection.js';

/** A record to create or replace. */
interface Put {
  readonly collection: AnyCollection;
  readonly record: { readonly id: string };
}

/** A record to remove. */
interface Removal {
  readonly collection: AnyCollection;
  /** Its id. */
  readonly removed: string;
}

/** One record to write. */
export type Write = Put | Removal;
