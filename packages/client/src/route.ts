/** What the client knows of an operation, and the lines that it is written in. */

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

/** What few operations have, and no line says. */
type Rare = Partial<Pick<Route, 'headers' | 'holds' | 'rows' | 'mediaTypes'>>;

/**
 * An operation in a line: its method, the shape of its answer, what else holds of it, and its path below that of the domain,
 * which may be empty. `body` says where its inputs go, if not into the query; the other words are members of a route.
 */
type Line = string | readonly [line: string, rare: Rare];

/** The routes of a domain whose paths all begin with `base`. */
export function readRoutes<Name extends string>(base: string, lines: Readonly<Record<Name, Line>>) {
  const entries = Object.entries<Line>(lines).map(([name, line]) => [name, readRoute(base, line)]);
  return Object.fromEntries(entries) as Readonly<Record<Name, Route>>;
}

function readRoute(base: string, line: Line): Route {
  const [text, rare] = typeof line === 'string' ? [line] : line;
  const [words = '', path = ''] = text.split(/ (?=\/)/);
  const [method, answers, ...marks] = words.split(' ');
  return {
    // The generator writes no other words.
    method: method as Method,
    path: base + path,
    answers: answers as AnswerShape,
    sends: marks.includes('body') ? 'body' : 'query',
    keyed: marks.includes('keyed'),
    control: marks.includes('control'),
    accepted: marks.includes('accepted'),
    ...rare,
  };
}
