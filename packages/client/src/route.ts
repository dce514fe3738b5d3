/** What the client knows of an operation: enough to send its input and to read its answer. */

/**
 * HTTP methods of the API.
 *
 * @example
 * ```ts
 * import type { Method } from '@understudy/client';
 *
 * const reads: Method[] = ['GET'];
 * ```
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What stands around the records of an answer: a page, one record, the one written, the one removed (if there was any),
 * the several written, or nothing (`document`); a `stream` is of events, `lines` are of rows, a `file` is bytes, and `nothing`
 * an answer without a body.
 */
export type AnswerShape =
  | 'list'
  | 'record'
  | 'written'
  | 'removed'
  | 'batch'
  | 'document'
  | 'file'
  | 'lines'
  | 'stream'
  | 'nothing';

/**
 * An operation as data.
 *
 * @example
 * ```ts
 * import type { Route } from '@understudy/client';
 *
 * const getRoom: Route = { method: 'GET', path: '/api/rooms/{room_id}', answers: 'record', sends: 'query' };
 * ```
 */
export interface Route {
  readonly method: Method;
  /** Path below the base URL, with `{name}` where an input goes. */
  readonly path: string;
  readonly answers: AnswerShape;
  /** Where the inputs go that are neither in the path nor in a header. */
  readonly sends: 'query' | 'body';
  /** Inputs that go into headers, each with the name of its header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it takes an Idempotency-Key. */
  readonly keyed?: boolean;
  /** Whether it belongs to the control API, which lies outside all sandboxes and takes no controls but paging. */
  readonly control?: boolean;
  /** Whether its answer is 202: what it is to do is done later. */
  readonly accepted?: boolean;
  /** The input that says for how many seconds the server may hold its answer. */
  readonly holds?: string | undefined;
  /** The input that has rows, which may also come as a file or one by one. */
  readonly rows?: string | undefined;
  /** Media types of the file that it answers. */
  readonly mediaTypes?: readonly string[];
  /** Schema of its answer, for a validator. */
  readonly output?: unknown;
}

/** What a caller hands to an operation, its types forgotten: the methods of the client have checked them. */
export type Input = Readonly<Record<string, unknown>>;
