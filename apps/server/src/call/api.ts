/** What the domains of a server are together. Two that claim the same thing are refused, with the names of both. */
import { type Events, type Operation, type ProblemKind, type ProblemKindInfo, sharedKinds } from '@understudy/contract';
import type { AnyCollection } from '../kit/collection.js';
import { API_PATH } from '../kit/api-path.js';
import type { Showcase } from '../kit/showcase.js';
import type { Sizes } from '../kit/dataset.js';
import { internalCollections } from '../state/model/internal.js';
import type { AnyImplementation } from './domain.js';

/** What each problem kind means, the shared ones and those of the domains. */
export type ProblemKinds = Readonly<Record<ProblemKind, ProblemKindInfo>>;

/** The API of a server: everything that follows from its domains. */
export interface Api {
  /** Path that its operations lie below, without a slash at the end: `/api`, or empty for the root. */
  readonly base: string;
  /** In the order in which they were given. */
  readonly domains: readonly AnyImplementation[];
  /** The operations by name: `domain.operation`. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly kinds: ProblemKinds;
  /** Events that webhooks carry, by type: the schema of each body. */
  readonly events: Events;
  /** Every collection that a sandbox may hold records of, by name. */
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** Records seeded when nobody asks for another size, by collection. */
  readonly sizes: Sizes;
  /** What the pages show to try, where a domain has it. */
  readonly showcase: Showcase | undefined;
}

/** Who owns the things that only one domain can have: a collection's name, an address. */
class Owners {
  readonly #owners = new Map<string, string>();

  /** Notes an owner of a thing; a second one is an error that names both. */
  claim(thing: string, owner: string): void {
    const other = this.#owners.get(thing);
    if (other !== undefined) throw new TypeError(`${thing} is declared twice: by ${other} and by ${owner}`);
    this.#owners.set(thing, owner);
  }
}

/** A path without the names of its parameters: two paths that differ only in them have the same requests. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

function claimOperation(owners: Owners, { name, method, path, meta }: Operation): void {
  owners.claim(`the operation ${name}`, name);
  for (const address of [{ method, path }, ...meta.aliases]) {
    owners.claim(`the address ${address.method} ${unnamed(address.path)}`, name);
  }
}

function claimCollection(owners: Owners, { name, prefix }: AnyCollection, owner: string): void {
  owners.claim(`the collection ${name}`, owner);
  owners.claim(`the id prefix ${prefix}`, `${owner} (${name})`);
}

function claimAll(domains: readonly AnyImplementation[]): void {
  const owners = new Owners();
  for (const kind of Object.keys(sharedKinds)) owners.claim(`the problem kind ${kind}`, 'the shared kinds');
  for (const collection of internalCollections) claimCollection(owners, collection, 'the server');
  for (const { contract, collections } of domains) {
    owners.claim(`the domain ${contract.name}`, contract.name);
    for (const operation of Object.values(contract.operations)) claimOperation(owners, operation);
    for (const kind of Object.keys(contract.kinds)) owners.claim(`the problem kind ${kind}`, contract.name);
    for (const type of Object.keys(contract.events)) owners.claim(`the event ${type}`, contract.name);
    for (const collection of collections) claimCollection(owners, collection, contract.name);
  }
}

/**
 * The API of some domains.
 *
 * @throws TypeError where two of them have the same name, address, problem kind, event type, collection or id prefix
 */
export function apiOf(domains: readonly AnyImplementation[]): Api {
  claimAll(domains);
  const contracts = domains.map(({ contract }) => contract);
  const operations = contracts.flatMap((contract) => Object.values(contract.operations));
  const collections = [...domains.flatMap((domain) => domain.collections), ...internalCollections];
  const sized = collections.flatMap(({ name, defaultSize }) =>
    defaultSize === undefined ? [] : [[name, defaultSize]],
  );
  return {
    base: API_PATH,
    domains,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    // No handler throws a kind of a domain that is not there.
    kinds: Object.assign({}, sharedKinds, ...contracts.map(({ kinds }) => kinds)) as ProblemKinds,
    events: Object.assign({}, ...contracts.map(({ events }) => events)) as Events,
    collections: new Map(collections.map((collection) => [collection.name, collection])),
    sizes: Object.fromEntries(sized) as Sizes,
    showcase: domains.find(({ showcase }) => showcase !== undefined)?.showcase,
  };
}
