/** What an operation gives back that answers lines: its rows, one after the other. */

/**
 * Rows as they come. Each iteration asks anew, and leaving the loop ends the download. Lines have no mark at their end, so
 * the rows are counted: where fewer come than there are, the iteration ends in an `ApiError` of kind `malformed`, and
 * where the connection is lost, in one of kind `network`.
 *
 * @example
 * ```ts
 * import type { Lines } from '@understudy/client';
 *
 * async function count(rows: Lines<unknown>) {
 *   let n = 0;
 *   for await (const _ of rows) n += 1;
 *   return n;
 * }
 * ```
 */
export interface Lines<Row> {
  [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
  /** All rows, up to a limit. */
  toArray(options: { readonly limit: number }): Promise<Row[]>;
}
