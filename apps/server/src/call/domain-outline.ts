/** What is known of a domain before it is loaded: enough to route requests to it, and to refuse what clashes with it. */
import { nextTurn } from '#platform/runtime';
import type { Domain, Kinds, Operation, OperationMeta } from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import type { AnyImplementation } from './domain.js';

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
