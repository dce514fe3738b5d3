/** A request as faults see it. */
import { callControls } from '@understudy/contract/kit';
import type { RequestView } from '../faults/rule-book.js';
import type { Incoming } from './incoming.js';

/** What a request is addressed to, and what of it was read. */
export interface Addressed {
  /** Name of its operation; undefined where it meets none. */
  readonly operation: string | undefined;
  /** Whether its path says which operation it meets; over tRPC the name does. */
  readonly hasPath: boolean;
  /** What stands for the bytes of its body, where they have been read. */
  readonly body?: string | undefined;
}

/** What of a request is asked. */
export interface Asked {
  readonly request: Pick<Incoming, 'method' | 'header'>;
  /** Path below the base URL, still percent-encoded. */
  readonly path: string;
  /** The query as it was sent. */
  readonly search: string;
  readonly clientAddress: () => string;
}

/** The path without its escapes and without a slash at its end. */
function plainPath(path: string): string {
  const decoded = path.includes('%') ? decodeURIComponent(path) : path;
  return decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded;
}

function queryWithout(query: string, names: readonly string[]): string {
  const own = new URLSearchParams(query);
  for (const name of names) own.delete(name);
  return own.toString();
}

/** The values of each parameter, found at once: many conditions may ask for many. */
export function valuesIn(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

const CONTROLS = Object.keys(callControls);

/** A request as faults see it. */
export function requestViewOf({ request, path, search, clientAddress }: Asked, addressed: Addressed): RequestView {
  const { operation, hasPath, body = '' } = addressed;
  const { method, header } = request;
  const without = (names: readonly string[]) => `${method} ${operation ?? ''} ${path}?${queryWithout(search, names)}`;
  let plain: string | undefined;
  let values: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    operation,
    method,
    target: `${method} ${path}?${search}`,
    path: () => (hasPath ? (plain ??= plainPath(path)) : undefined),
    query: () => (values ??= valuesIn(search)),
    header,
    address: () => without(['fault']),
    url: () => `${without(CONTROLS)} ${body}`,
    client: () => `${clientAddress()} ${header('user-agent') ?? ''}`,
  };
}
