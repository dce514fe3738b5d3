/** What is known of a domain before it is loaded: enough to route requests to it, and to refuse what clashes with it. */
import type { Domain, Kinds, Operation, OperationMeta } from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import type { AnyImplementation } from './domain.js';
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';

/** An operation, without what it takes and answers. */
export interface OperationOutline extends Pick<Operation, 'name' | 'method' | 'path'> {
  readonly meta: Pick<OperationMeta, 'aliases' | 'bodyLimit' | 'credential' | 'scope'> &
    // Left out where its errors are problems.
    Partial<Pick<OperationMeta, 'errors' | 'inputError'>>;
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

/** What every write takes beside its own input, so that each call of a batch can have a key of its own. */
interface Keyed {
  /** Makes the write happen once, as the header `Idempotency-Key` does over REST; of the two, this one counts. */
  readonly idempotency_key?: string | undefined;
}

/** What the input of an operation is over tRPC. */
type SentOf<Op extends Operation> = Op['method'] extends 'GET' ? z.input<Op['input']> : z.input<Op['input']> & Keyed;

/** What a caller hands in; an input whose members are all optional may be left out. */
type InputOf<Op extends Operation> = Record<never, never> extends z.input<Op['input']> ? SentOf<Op> | void : SentOf<Op>;

interface Types<Op extends Operation> {
  input: InputOf<Op>;
  output: z.output<Op['output']>;
  meta: OperationMeta;
}

/** The finished tRPC procedure of an operation: a GET is a query, every other method a mutation. */
export type ProcedureOf<Op extends Operation> = Op['method'] extends 'GET'
  ? TRPCQueryProcedure<Types<Op>>
  : TRPCMutationProcedure<Types<Op>>;

/** The finished procedures of a domain. */
export type ProceduresOf<D extends Readonly<Record<string, Operation>>> = { [Name in keyof D]: ProcedureOf<D[Name]> };
