/** What the domains of a server are together, at the path that they are served below. Two that claim the same thing are refused, with the names of both. */
import type { ProblemKind } from '@understudy/contract';
import {
  DeclarationError,
  type Events,
  type Operation,
  type ProblemKindInfo,
  sharedKinds,
} from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import { API_PATH, isOutsideApi, isControlPath } from '../kit/sandbox-address.js';
import type { Showcase } from '../kit/implement.js';
import type { Sizes } from '../kit/dataset.js';
import { internalCollections } from '../store/model/internal.js';
import {
  type AnyImplementation,
  type CollectionOutline,
  type DeferredDomain,
  type DomainOutline,
  isDeferred,
  loaded,
  ofEach,
  type OperationOutline,
  type ServedDomain,
} from './domain.js';
import { OptionError } from '../options/options.js';

/** What each problem kind means, the shared ones and those of the domains. */
export type ProblemKinds = Readonly<Record<ProblemKind, ProblemKindInfo>>;

/** The API of a server, whose domains may still be to load. */
export interface Api {
  /** Path that its operations lie below, without a slash at the end: `/api`, or empty for the root. */
  readonly base: string;
  /** Path that calls lie below: the same, or the root where operations that speak HTTP of their own lie anywhere. */
  readonly callsBase: string;
  /** In the order in which they were given. */
  readonly domains: readonly ServedDomain[];
  /** Names of those of them that somebody brought: their components may have to have names of their own. */
  readonly given: ReadonlySet<string>;
  /** Domains of ours that are not served, whose components keep their names all the same. */
  readonly leftOut: readonly ServedDomain[];
  /** The operations by name: `domain.operation`. */
  readonly operations: ReadonlyMap<string, OperationOutline>;
  readonly kinds: ProblemKinds;
  /** Records seeded when nobody asks for another size, by collection. */
  readonly sizes: Sizes;
  /** The same with all of its domains loaded. */
  readonly whole: () => Promise<WholeApi>;
}

/** The API of a server, with everything that follows from its domains. */
export interface WholeApi extends Api {
  readonly domains: readonly AnyImplementation[];
  readonly leftOut: readonly AnyImplementation[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** Events that webhooks carry, by type: the schema of each body. */
  readonly events: Events;
  /** Every collection that a sandbox may hold records of, by name. */
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** What the pages show to try, where a domain has it. */
  readonly showcase: Showcase | undefined;
}

/** The file that a domain came from, where it came from one. */
export type FileOf = (domain: DomainOutline) => string | undefined;

/** Domains beside ours, and what is left of ours. */
export interface ApiParts<Ours> {
  readonly given?: readonly AnyImplementation[];
  readonly leftOut?: readonly Ours[];
  readonly fileOf?: FileOf;
}

/** Who owns the things that only one domain can have: a collection's name, an address. */
class Owners {
  readonly #owners = new Map<string, { readonly name: string; readonly advice: string | undefined }>();

  /** Notes an owner of a thing; a second one is an error that names both, and what to do. */
  claim(thing: string, name: string, advice?: string): void {
    const other = this.#owners.get(thing);
    if (other !== undefined) {
      const way = advice ?? other.advice ?? 'give one of them another';
      throw new DeclarationError(`${thing} is declared twice: by ${other.name} and by ${name}; ${way}`);
    }
    this.#owners.set(thing, { name, advice });
  }
}

/** A path without the names of its parameters: two paths that differ only in them have the same requests. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

function claimOperation(owners: Owners, { name, method, path, meta }: OperationOutline, file?: string): void {
  for (const address of [{ method, path }, ...meta.aliases]) {
    // Nobody writes a document anew for our sake.
    const advice = meta.raw && 'give the document a name, as in own=FILE, and it is served below /own';
    owners.claim(`the address ${address.method} ${unnamed(address.path)}`, claimant(name, { file }), advice);
  }
}

/** Who claims something: a domain, or its part, and the file that it came from. */
function claimant(
  name: string,
  { part, file }: { readonly part?: string; readonly file?: string | undefined },
): string {
  const more = [part, file].filter((one) => one !== undefined);
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
}

function claimCollection(
  owners: Owners,
  { name, prefix }: CollectionOutline,
  [owner, file]: readonly [owner: string, file?: string | undefined],
): void {
  owners.claim(`the collection ${name}`, claimant(owner, { file }));
  owners.claim(`the id prefix ${prefix}`, claimant(owner, { part: name, file }));
}

function claimAll(domains: readonly DomainOutline[], fileOf: FileOf): void {
  const owners = new Owners();
  for (const kind of Object.keys(sharedKinds)) owners.claim(`the problem kind ${kind}`, 'the shared kinds');
  for (const collection of internalCollections) claimCollection(owners, collection, ['the server']);
  for (const domain of domains) {
    const { contract, collections } = domain;
    const file = fileOf(domain);
    const owner = claimant(contract.name, { file });
    owners.claim(`the domain ${contract.name}`, owner);
    for (const operation of Object.values(contract.operations)) claimOperation(owners, operation, file);
    for (const kind of Object.keys(contract.kinds)) owners.claim(`the problem kind ${kind}`, owner);
    for (const type of Object.keys(contract.events)) owners.claim(`the event ${type}`, owner);
    for (const collection of collections) claimCollection(owners, collection, [contract.name, file]);
  }
}

/** What follows from domains, loaded or not. */
function outlineOf(domains: readonly ServedDomain[], base: string) {
  const contracts = domains.map(({ contract }): DomainOutline['contract'] => contract);
  const operations = contracts.flatMap((contract) => Object.values(contract.operations));
  const sized = domains
    .flatMap(({ collections }): readonly CollectionOutline[] => collections)
    .flatMap(({ name, defaultSize }) => (defaultSize === undefined ? [] : [[name, defaultSize]]));
  return {
    base,
    callsBase: operations.some(({ meta }) => meta.raw !== undefined) ? '' : base,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    // No handler throws a kind of a domain that is not there.
    kinds: Object.assign({}, sharedKinds, ...contracts.map(({ kinds }) => kinds)) as ProblemKinds,
    sizes: Object.fromEntries(sized) as Sizes,
  };
}

/** What an API is made of. */
type Parts<Of> = Pick<Of, Extract<keyof Of, 'base' | 'domains' | 'given' | 'leftOut'>>;

/** The API of domains that are loaded. */
function wholeApi({ base, domains, given, leftOut }: Parts<WholeApi>): WholeApi {
  const contracts = domains.map(({ contract }) => contract);
  const operations = contracts.flatMap((contract) => Object.values(contract.operations));
  const collections = [...domains.flatMap((domain) => domain.collections), ...internalCollections];
  const whole: WholeApi = {
    ...outlineOf(domains, base),
    domains,
    given,
    leftOut,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    events: Object.assign({}, ...contracts.map(({ events }) => events)) as Events,
    collections: new Map(collections.map((collection) => [collection.name, collection])),
    showcase: domains.find(({ showcase }) => showcase !== undefined)?.showcase,
    whole: async () => whole,
  };
  return whole;
}

/** The API of domains that may still be to load. */
function deferredApi({ base, domains, given, leftOut }: Parts<Api>): Api {
  let whole: Promise<WholeApi> | undefined;
  async function load(): Promise<WholeApi> {
    try {
      return wholeApi({ base, domains: await ofEach(domains, loaded), given, leftOut: await ofEach(leftOut, loaded) });
    } catch (error) {
      // Whoever asks next tries again.
      whole = undefined;
      throw error;
    }
  }
  return { ...outlineOf(domains, base), domains, given, leftOut, whole: () => (whole ??= load()) };
}

/**
 * The API of some domains.
 *
 * @throws {@link DeclarationError} where two of them have the same name, address, problem kind, event type, collection or id prefix
 */
export function apiOf(own: readonly AnyImplementation[], parts?: ApiParts<AnyImplementation>): WholeApi;
export function apiOf(own: readonly ServedDomain[], parts?: ApiParts<ServedDomain>): Api;
export function apiOf(
  own: readonly ServedDomain[],
  { given = [], leftOut = [], fileOf = () => undefined }: ApiParts<ServedDomain> = {},
): Api {
  const domains = [...own, ...given];
  claimAll(domains, fileOf);
  const parts = { base: API_PATH, given: new Set(given.map(({ contract }) => contract.name)) };
  const isThere = (domain: ServedDomain): domain is AnyImplementation => !isDeferred(domain);
  return domains.every(isThere) && leftOut.every(isThere)
    ? wholeApi({ ...parts, domains, leftOut })
    : deferredApi({ ...parts, domains, leftOut });
}

/** Names of the operations of an API that meet faults: those of the control API do not. */
export function faultableOperations({ operations }: Pick<Api, 'operations'>): readonly string[] {
  return Array.from(operations.values()).flatMap(({ name, meta }) => (meta.scope === 'sandbox' ? [name] : []));
}

/** Where a declared path names the API: at its start, or behind the well-known document about it (RFC 8414 §3.1). */
const DECLARED = new RegExp(`^(?<document>/\\.well-known/[\\w-]+)?${API_PATH}(?=/)`);

function movedPath<Path extends string>(path: Path, base: string): Path {
  // What begins with a slash still does.
  return path.replace(DECLARED, `$<document>${base}`) as Path;
}

/** A procedure whose meta can be replaced, as the builder of tRPC has it. */
interface Procedure {
  meta(meta: object): Operation['procedure'];
}

/** Where an operation lies below another path. */
function movedAddresses({ path, meta }: OperationOutline, base: string) {
  return {
    path: movedPath(path, base),
    aliases: meta.aliases.map((alias) => ({ ...alias, path: movedPath(alias.path, base) })),
  };
}

function moved(operation: Operation, base: string): Operation {
  // What speaks HTTP of its own lies where its own document has it.
  if (operation.meta.raw !== undefined) return operation;
  const { path, aliases } = movedAddresses(operation, base);
  const meta = { ...operation.meta, openapi: { ...operation.meta.openapi, path }, aliases };
  // The contract's type of it says only what finishes it.
  const { procedure } = operation as unknown as { readonly procedure: Procedure };
  return { ...operation, path, meta, procedure: procedure.meta(meta) };
}

/** A record, each of its values as a function makes it. */
function mapped<Value>(values: Readonly<Record<string, Value>>, make: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));
}

function movedDomain(domain: AnyImplementation, base: string): AnyImplementation {
  const operations = mapped(domain.contract.operations, (operation) => moved(operation, base));
  const { showcase } = domain;
  return {
    ...domain,
    contract: { ...domain.contract, operations },
    showcase: showcase && { ...showcase, list: moved(showcase.list, base) },
  };
}

function movedDeferred(domain: DeferredDomain, base: string): DeferredDomain {
  const operations = mapped(domain.contract.operations, (operation) => {
    const { path, aliases } = movedAddresses(operation, base);
    return { ...operation, path, meta: { ...operation.meta, aliases } };
  });
  return {
    ...domain,
    contract: { ...domain.contract, operations },
    load: async () => movedDomain(await domain.load(), base),
  };
}

/** Finds the operation whose address is something else's at the root. */
function inTheWay({ operations }: Api): OperationOutline | undefined {
  return [...operations.values()].find(
    ({ path, meta }) =>
      meta.scope === 'sandbox' &&
      meta.raw === undefined &&
      [path, ...meta.aliases.map((alias) => alias.path)].some(
        // The documents about an issuer lie at the root wherever the API is (RFC 8414 §3.1).
        (one) => !one.startsWith('/.well-known/') && (isOutsideApi(one) || isControlPath(one)),
      ),
  );
}

/**
 * An API below another path than `/api`: below `/v1`, or at the root where that is empty.
 *
 * @throws {@link OptionError} where an operation would lie where something else does
 */
export function atBase(api: Api, base: string): Api {
  if (base === API_PATH) return api;
  const domains = api.domains.map((domain) =>
    isDeferred(domain) ? movedDeferred(domain, base) : movedDomain(domain, base),
  );
  const there = deferredApi({ base, domains, given: api.given, leftOut: api.leftOut });
  const other = inTheWay(there);
  if (other === undefined) return there;
  throw new OptionError(
    `the API cannot lie at the root: ${other.name} would be at ${other.path}, where the server has something else`,
  );
}
