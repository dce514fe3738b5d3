/**
 * Domains: what is known of one before it is loaded, and the plans of its operations, with its handlers and what a
 * server gives them.
 */
import {
  type Domain,
  type Operation,
  type ProblemKindInfo,
  sharedKinds,
  type Kinds,
  type OperationMeta,
} from '@understudy/contract/kit';
import type { Users } from '../identity/credentials.js';
import type { AnyCollection } from '../kit/collection.js';
import type { AnyHandler } from '../kit/handler.js';
import type { Implementation } from '../kit/implement.js';
import { problemsOf } from '../kit/problem-error.js';
import { isConditional } from './make-context.js';
import { Plan } from './pipeline.js';
import type { Services } from './services.js';
import { nextTurn } from '#platform/runtime';

/** A domain that a server can serve, whatever its types. */
export type AnyImplementation = Implementation<Domain, Services>;

/** Refuses what would leave versions uncounted or conditions unheld, where no compiler has. */
function checkVersions(operation: Operation, handler: AnyHandler, collections: readonly AnyCollection[]): void {
  const { name, meta } = operation;
  if (meta.versioned === undefined) {
    if (handler.current === undefined) return;
    throw new TypeError(`${name} is not versioned, but its handler has current, as for records that are`);
  }
  if (!collections.some(({ versioned }) => versioned === true)) {
    throw new TypeError(`${name} is versioned, and no collection of its domain is`);
  }
  if (!isConditional(operation) || handler.current !== undefined) return;
  throw new TypeError(
    `${name} is versioned, and its handler has no current, which names the record it is about; those of crudHandlers have it where the collection is versioned`,
  );
}

/** The statuses of the problem kinds of a domain, and of those that all share. */
function statusesOf({ kinds }: Domain): (kind: string) => number {
  const all: Readonly<Partial<Record<string, ProblemKindInfo>>> = { ...sharedKinds, ...kinds };
  return (kind) => all[kind]?.status ?? 500;
}

/** Where there are no users, no operation declares a credential of one; the admin token is the server's own business. */
const readNone: Users['readCredential'] = async (_, { credential }) => {
  if (credential === 'none' || credential === 'admin') return undefined;
  throw new TypeError(`nobody reads the credential ${credential}`);
};

/** The plans of the operations of a domain on one server, by their names in it. */
export function plansOf(
  { contract, handlers, collections, findApiKey, limits: findCounted }: AnyImplementation,
  services: Services,
): ReadonlyMap<string, Plan> {
  const byName = handlers(services);
  const own = {
    findApiKey,
    findCounted,
    problem: problemsOf(contract.kinds),
    readCredential: services.users?.readCredential ?? readNone,
    statusOf: statusesOf(contract),
  };
  const plans = Object.entries(contract.operations).map(([name, operation]): [string, Plan] => {
    const handler = byName[name];
    if (handler === undefined) throw new TypeError(`no handler for ${operation.name}`);
    checkVersions(operation, handler, collections);
    return [name, new Plan({ operation, handler, ...own }, services)];
  });
  return new Map(plans);
}

/** An operation, without what it takes and answers. */
export interface OperationOutline extends Pick<Operation, 'name' | 'method' | 'path'> {
  readonly meta: Pick<OperationMeta, 'aliases' | 'bodyLimit' | 'credential' | 'scope'> &
    // Left out where its errors are problems, and it speaks as all others do.
    Partial<Pick<OperationMeta, 'bare' | 'errors' | 'inputError' | 'raw'>>;
}

/** A collection, without its records. */
export type CollectionOutline = Pick<AnyCollection, 'name' | 'prefix' | 'defaultSize'>;

/** A domain, loaded or not: an implementation is one. */
export interface DomainOutline {
  readonly contract: Pick<Domain, 'name'> & {
    readonly operations: Readonly<Record<string, OperationOutline>>;
    readonly kinds: Kinds;
    /** By type. */
    readonly events: Readonly<Record<string, unknown>>;
  };
  readonly collections: readonly CollectionOutline[];
}

/** A domain that is loaded when it is first asked for. */
export interface DeferredDomain extends DomainOutline {
  readonly load: () => Promise<AnyImplementation>;
}

/** A domain that is served. */
export type ServedDomain = AnyImplementation | DeferredDomain;

/** Whether a domain is still to be loaded. */
export function isDeferred(domain: ServedDomain): domain is DeferredDomain {
  return 'load' in domain;
}

/** Loads a domain where it is not there yet. */
export async function loaded(domain: ServedDomain): Promise<AnyImplementation> {
  return isDeferred(domain) ? domain.load() : domain;
}

/** Makes something of each domain, one after the other: each takes long, and others are served between two of them. */
export async function ofEach<Made>(
  domains: readonly ServedDomain[],
  make: (domain: ServedDomain) => Promise<Made>,
): Promise<Made[]> {
  const all: Made[] = [];
  for (const domain of domains) {
    all.push(await make(domain));
    if (isDeferred(domain)) await nextTurn();
  }
  return all;
}
