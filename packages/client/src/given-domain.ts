/** A domain that a client is given: its declaration, or its description in a generated file. */
import type { ClientOptions } from './client-options.js';
import type { DeclaredMethods, DeclaredOperation } from './declared-methods.js';
import type { Route } from './route.js';

/**
 * A domain as `defineDomain` of `@understudy/contract/kit` makes it, as far as the client looks at it. The client imports
 * neither that package nor zod.
 *
 * @example
 * ```ts
 * import type { DomainDeclaration } from '@understudy/client';
 * import { contract } from '@understudy/contract';
 *
 * const events: DomainDeclaration = contract.events;
 * ```
 */
export interface DomainDeclaration {
  readonly operations: Readonly<Record<string, DeclaredOperation>>;
  /** Problem kinds of its own, by name. */
  readonly kinds: object;
}

/**
 * A domain as a file that `understudy client` writes describes it, with its methods as a type.
 *
 * @example
 * ```ts
 * import { createClient, type DomainDescriptor, type Reply } from '@understudy/client';
 *
 * interface Rooms {
 *   getRoom(input: { room_id: string }): Reply<{ id: string; seats: number }>;
 * }
 * const rooms: DomainDescriptor<Rooms> = {
 *   routes: { getRoom: { method: 'GET', path: '/api/rooms/{room_id}', answers: 'record', sends: 'query' } },
 * };
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', domains: { rooms } });
 * const seats = async (room_id: string) => (await api.rooms.getRoom({ room_id })).seats;
 * ```
 */
export interface DomainDescriptor<Methods extends object = object> {
  readonly routes: Readonly<Record<string, Route>> & { readonly [Name in keyof Methods]: Route };
  /** Problem kinds of its own. */
  readonly kinds?: readonly string[];
  /** Never there: it carries the types of the methods. */
  readonly methods?: Methods;
}

/** Domains of one's own, under the names that they have as members of the client. */
export type GivenDomains = Readonly<Record<string, DomainDeclaration | DomainDescriptor>>;

/** No domain of one's own. */
export type NoDomains = Readonly<Record<never, never>>;

/**
 * Options of a client that has domains of one's own.
 *
 * @example
 * ```ts
 * import { createClient, type OptionsWithDomains } from '@understudy/client';
 * import { contract } from '@understudy/contract';
 *
 * const domains = { meetings: contract.events };
 * const options: OptionsWithDomains<typeof domains> = { baseUrl: 'http://127.0.0.1:4010', domains };
 * console.log((await createClient(options).meetings.listEvents()).data.length);
 * ```
 */
export interface OptionsWithDomains<Given extends GivenDomains = NoDomains> extends ClientOptions {
  /**
   * Domains of one's own, by the names that they have as members of the client: declarations of `defineDomain`, or
   * `domains` of a file that `understudy client` has written. One that is named like a domain of Understudy replaces it.
   */
  readonly domains?: Given | undefined;
}

/** The methods of a domain that a client is given. */
export type MethodsOf<Given> = Given extends { readonly operations: infer Operations }
  ? DeclaredMethods<Operations>
  : Given extends { readonly methods?: infer Methods }
    ? NonNullable<Methods>
    : never;

/** The routes of a domain that a client is given, by operation. */
export function routesOf(given: DomainDeclaration | DomainDescriptor): Readonly<Record<string, Route>> {
  if ('routes' in given) return given.routes;
  const routes = Object.entries(given.operations).map(([name, operation]) => [name, routeOf(operation)]);
  return Object.fromEntries(routes);
}

/** Names of the problem kinds that a domain has of its own. */
export function kindsOf({ kinds = [] }: DomainDeclaration | DomainDescriptor): readonly string[] {
  return Array.isArray(kinds) ? kinds : Object.keys(kinds);
}

function routeOf({ method, path, answers, meta, input, output }: DeclaredOperation): Route {
  const inPath = path.split(/[{}]/).filter((_, index) => index % 2 === 1);
  const besides = new Set([...inPath, ...Object.keys(meta.headers)]);
  const hasBody = meta.bodies.includes('json') && Object.keys(input.shape).some((name) => !besides.has(name));
  const isControl = meta.scope === 'registry';
  return {
    method,
    path,
    answers: answers === 'written' && method === 'DELETE' ? 'removed' : answers,
    sends: hasBody ? 'body' : 'query',
    headers: meta.headers,
    keyed: !isControl && method !== 'GET',
    control: isControl,
    accepted: meta.status === 202,
    holds: meta.holds,
    rows: rowsIn(input.shape),
    ...(output.mediaTypes === undefined ? {} : { mediaTypes: output.mediaTypes }),
    output,
  };
}

/** The input that has rows, which its declaration marks. */
function rowsIn(shape: object): string | undefined {
  return Object.entries<object>(shape as Readonly<Record<string, object>>).find(([, schema]) => 'row' in schema)?.[0];
}
