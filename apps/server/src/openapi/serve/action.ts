/** What an operation of a document is carried out with, whatever it does. */
import type { WritableRecords } from '../../kit/records.js';
import type { Json, JsonObject } from '../model.js';
import type { Sampling } from '../sample/sample.js';
import type { Answering } from './respond.js';
import type { Place, Stock } from './stock.js';

/** A call of an operation on the records of a resource. */
export interface Action extends Answering {
  /** Parameters by place and name, such as `query limit`. */
  readonly values: ReadonlyMap<string, Json>;
  /** The body; undefined where there is none that can be read. */
  readonly body: Json | undefined;
  readonly records: WritableRecords;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** Origin and sandbox path, without a slash at the end. */
  readonly baseUrl: string;
  readonly stock: Stock;
  /** The values of the path parameters before the id. */
  readonly scope: readonly string[];
  /** The id that the path, or the body in its place, names; undefined where none does. */
  readonly name: string | undefined;
  /** Members that the path says of the records that it is about, each with its text. */
  readonly bound: readonly { readonly member: string; readonly text: string }[];
  /** A text that is new each time, for the id of a record to create. */
  readonly newId: (content: Json) => string;
  /** Whether a record is made for an id that none has. */
  readonly anyId: boolean;
  /** How members are drawn that a record lacks. */
  readonly samplingOf: (record: JsonObject) => Sampling;
}

/** The place that a call names. */
export const placeOf = ({ scope, name = '', stock, records }: Action): Place => stock.placeOf(records, { scope, name });
