/** A domain that a client is given: its declaration, or its description in a generated file. */
import type { ClientOptions } from './client-options.js';
import type { AnswerShape, Method, Route } from './route.js';
import type { Download } from './download.js';
import type { EventStream } from './event-stream.js';
import type { CallControls, ConditionalControls, PagingControls, WriteControls } from './controls.js';
import type { AnswerMeta } from './generated/types.js';
import type { Job, Lines, Reply } from './results.js';
import type { List } from './list.js';
import type { Upload } from './upload.js';

/** An operation as it is declared, as far as the client looks at it. */
interface DeclaredOperation {
  readonly method: Method;
  readonly path: string;
  readonly answers: Exclude<AnswerShape, 'removed'>;
  readonly meta: {
    readonly scope: 'sandbox' | 'registry';
    readonly status: number;
    readonly bodies: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    readonly holds: string | undefined;
  };
  readonly input: { readonly shape: object; readonly _zod: { readonly input: unknown } };
  readonly output: { readonly _zod: { readonly output: unknown }; readonly mediaTypes?: readonly string[] };
}

/** The methods of a domain, by the operations that it declares. */
type DeclaredMethods<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends DeclaredOperation
    ? (...call: CallOf<Operations[Name]>) => AnswerOf<Operations[Name]>
    : never;
};

/** A type with its members shown one by one. */
type Shown<Type> = { [Name in keyof Type]: Type[Name] };

type SentOf<Of extends DeclaredOperation> = Of['input']['_zod']['input'];

/** What a caller hands in: the input without the members that are controls of the call. */
type InputOf<Of extends DeclaredOperation> = Shown<Uploading<Of, Omit<SentOf<Of>, NotSent<Of>>>>;

/** An input whose rows may come as lines. */
type Uploading<Of extends DeclaredOperation, Sent> = {
  [Name in keyof Sent]: Of['input']['shape'] extends {
    readonly [Key in Name]: { readonly row: { readonly _zod: { readonly input: infer Row } } };
  }
    ? Upload<Row>
    : Sent[Name];
};

/** Members that are controls of the call, or that the client says by itself. */
type NotSent<Of extends DeclaredOperation> =
  | 'pagination_style'
  | 'if_match'
  | (Of['answers'] extends 'lines' ? 'format' | 'bom' : never);

type CallOf<Of extends DeclaredOperation> =
  NonNullable<unknown> extends InputOf<Of>
    ? [input?: InputOf<Of>, controls?: ControlsOf<Of>]
    : [input: InputOf<Of>, controls?: ControlsOf<Of>];

type ControlsOf<Of extends DeclaredOperation> = Of['meta']['scope'] extends 'registry'
  ? PagingControls
  : 'if_match' extends keyof SentOf<Of>
    ? KeyedControls<Of> & ConditionalControls
    : KeyedControls<Of>;

type KeyedControls<Of extends DeclaredOperation> = Of['method'] extends 'GET' ? CallControls : WriteControls;

type OutputOf<Of extends DeclaredOperation> = Of['output']['_zod']['output'];

type DataOf<Of extends DeclaredOperation> = OutputOf<Of> extends { readonly data: infer Data } ? Data : never;

type ItemOf<Of extends DeclaredOperation> = DataOf<Of> extends readonly (infer Item)[] ? Item : never;

type MetaOf<Of extends DeclaredOperation> =
  OutputOf<Of> extends { readonly meta: infer Meta extends AnswerMeta } ? Meta : AnswerMeta;

type MediaTypeOf<Of extends DeclaredOperation> =
  OutputOf<Of> extends { readonly media_type: infer Type extends string } ? Type : never;

/** A row of the lines that are answered. */
type RowOf<Of extends DeclaredOperation> = Of['output'] extends {
  readonly row: { readonly _zod: { readonly output: infer Row } };
}
  ? Row
  : never;

type Written<Of extends DeclaredOperation> = Of['method'] extends 'DELETE' ? ItemOf<Of> | undefined : ItemOf<Of>;

/** What awaiting the operation gives, by the shape of its answer. */
interface Answers<Of extends DeclaredOperation> {
  readonly record: DataOf<Of>;
  readonly written: Written<Of>;
  readonly batch: DataOf<Of>;
  readonly document: OutputOf<Of>;
  readonly nothing: undefined;
  readonly file: Download<MediaTypeOf<Of>>;
  readonly list: never;
  readonly stream: never;
  readonly lines: never;
}

type AnswerOf<Of extends DeclaredOperation> = Of['answers'] extends 'list'
  ? List<ItemOf<Of>, MetaOf<Of>>
  : Of['answers'] extends 'stream'
    ? EventStream<ItemOf<Of>>
    : Of['answers'] extends 'lines'
      ? Lines<RowOf<Of>>
      : Reply<Of['meta']['status'] extends 202 ? Job<Answers<Of>[Of['answers']]> : Answers<Of>[Of['answers']]>;

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
export type CustomDomains = Readonly<Record<string, DomainDeclaration | DomainDescriptor>>;

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
export interface OptionsWithDomains<Given extends CustomDomains = NoDomains> extends ClientOptions {
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
