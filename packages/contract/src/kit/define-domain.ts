/** Defines a domain: one value that says what it is about, its operations, its problem kinds and its events; and finds those that an index exports. */
import type { z } from 'zod';
import type { CheckedEvents, CheckedIn } from './check-declaration.js';
import { checkDomain } from './check-domain.js';
import { checkMembers } from './declaration-members.js';
import { operation, type OperationOf, procedureOf, versionedRecords } from './declare-operation.js';
import type { DeclaredOperation } from './operation-declaration.js';
import type { Operation } from './operation-meta.js';
import type { ProblemKindInfo } from './problem-kinds.js';

/** The kinds of a domain, by name. */
export type Kinds = Readonly<Record<string, ProblemKindInfo>>;

/** The events of a domain, by type: the schema of each body. */
export type Events = Readonly<Record<string, z.ZodObject>>;

type DeclaredOperations = Readonly<Record<string, DeclaredOperation>>;

/** None of them. */
type None = Readonly<Record<never, never>>;

/** The operations of a domain, with their names. */
export type OperationsOf<Prefix extends string, Declared extends DeclaredOperations> = {
  readonly [Name in keyof Declared & string]: OperationOf<`${Prefix}.${Name}`, Declared[Name]>;
};

/** A domain, with the types that follow from its declaration. */
export interface DomainOf<
  Name extends string,
  Declared extends DeclaredOperations,
  OwnKinds extends Kinds,
  OwnEvents extends Events,
> {
  /** Its name: tag, tRPC router and member of the SDK alike. */
  readonly name: Name;
  /** What it is about. */
  readonly description: string;
  readonly operations: OperationsOf<Name, Declared>;
  readonly kinds: OwnKinds;
  readonly events: OwnEvents;
}

/** A domain, whatever its types. */
export interface Domain {
  readonly name: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly kinds: Kinds;
  readonly events: Events;
}

/** What a domain is declared with. */
const members = { name: true, description: true, operations: true, kinds: true, events: true } as const;

/** Marks a domain. A registered symbol, since a domain may come from another copy of this package. */
const mark = Symbol.for('understudy.domain');

/**
 * Defines a domain. An operation can name only problem kinds and event types that its domain declares, or kinds that
 * all share.
 *
 * @throws {@link DeclarationError} naming the member, for what types would have shown
 *
 * @example
 * ```ts
 * import { defineDomain, defineKinds, get, recordOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const room = z.object({ id: z.string(), seats: z.int() }).meta({ id: 'Room', description: 'A room.' });
 * const rooms = defineDomain({
 *   name: 'rooms',
 *   description: 'Rooms and their seats.',
 *   kinds: defineKinds({ room_closed: { status: 409, title: 'Room Closed', description: 'It is being cleaned.' } }),
 *   operations: {
 *     getRoom: get('/api/rooms/{room_id}', {
 *       summary: 'Get a room',
 *       description: 'One room by its id.',
 *       kinds: ['room_closed'],
 *       input: z.object({ room_id: z.string() }),
 *       output: recordOf(room),
 *     }),
 *   },
 * });
 * console.log(rooms.operations.getRoom.name); // rooms.getRoom
 * ```
 */
export function defineDomain<
  const Name extends string,
  Declared extends DeclaredOperations,
  OwnKinds extends Kinds = None,
  OwnEvents extends Events = None,
>(declared: {
  readonly name: Name;
  readonly description: string;
  readonly operations: Declared & CheckedIn<Declared, OwnKinds, OwnEvents>;
  readonly kinds?: OwnKinds;
  readonly events?: OwnEvents & CheckedEvents<OwnEvents>;
}): DomainOf<Name, Declared, OwnKinds, OwnEvents> {
  checkMembers(`the domain ${declared.name}`, declared, members);
  const { name, description, kinds = {}, events = {} } = declared;
  checkDomain({ name, description, operations: declared.operations, kinds, events });
  const all = Object.entries<DeclaredOperation>(declared.operations);
  const versioned = versionedRecords(all.map(([, given]) => given));
  const operations = Object.fromEntries(
    all.map(([own, given]) => [own, operation(`${name}.${own}`, given, versioned)]),
  );
  // A loop over the names cannot carry the types of each along; what was left out has the type of nothing.
  const domain = { name, description, operations, kinds, events } as unknown as DomainOf<
    Name,
    Declared,
    OwnKinds,
    OwnEvents
  >;
  return Object.defineProperty(domain, mark, { value: true });
}

/** Whether a value is a domain, and not one of the schemas beside it. */
export function isDomain(value: unknown): value is Domain {
  return typeof value === 'object' && value !== null && mark in value;
}

/**
 * A domain with procedures of this copy of tRPC, whichever copy of this package has declared it: errors of another copy
 * are not known here. Its schemas stay as they are, since zod knows those of its other copies.
 *
 * @example
 * ```ts
 * import { adoptDomain, contract } from '@understudy/contract';
 * const { operations } = adoptDomain(contract.education);
 * ```
 */
export function adoptDomain<D extends Domain>(domain: D): D {
  const operations = Object.entries(domain.operations).map(([name, one]) => [
    name,
    { ...one, procedure: procedureOf(one.meta, one) },
  ]);
  // Each operation has the types that it had.
  return { ...domain, operations: Object.fromEntries(operations) } as D;
}

/** The domains among the exports of an index, by name. */
export type DomainsIn<Exports> = {
  readonly [
    Export in keyof Exports as Exports[Export] extends Domain ? Exports[Export]['name'] : never
  ]: Exports[Export];
};

/** The domains among the exports of an index, by name, and in the order of their names. */
export function domainsIn<Exports extends object>(exports: Exports): DomainsIn<Exports> {
  const found = Object.values(exports)
    .filter(isDomain)
    .map((domain) => [domain.name, domain]);
  // The type filters as the loop does.
  return Object.fromEntries(found) as DomainsIn<Exports>;
}

type Intersected<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer All) => void
  ? All
  : never;

type Merged<Member extends 'kinds' | 'events', Domains> = Intersected<
  { [Name in keyof Domains]: Domains[Name] extends Domain ? Domains[Name][Member] : never }[keyof Domains]
>;

/** The problem kinds that domains declare. */
export function kindsOf<Domains extends Readonly<Record<string, Domain>>>(domains: Domains) {
  const all: Kinds = Object.assign({}, ...Object.values(domains).map(({ kinds }) => kinds));
  return all as Merged<'kinds', Domains>;
}

/** The events that domains declare. */
export function eventsOf<Domains extends Readonly<Record<string, Domain>>>(domains: Domains) {
  const all: Events = Object.assign({}, ...Object.values(domains).map(({ events }) => events));
  return all as Merged<'events', Domains>;
}
