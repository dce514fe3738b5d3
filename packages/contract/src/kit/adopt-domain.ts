/** Takes over a domain that another copy of this package has declared. */
import { procedureOf } from './declare-operation.js';
import type { Domain } from './define-domain.js';

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
  const operations = Object.entries(domain.operations).map(([name, operation]) => [
    name,
    { ...operation, procedure: procedureOf(operation.meta, operation) },
  ]);
  // Each operation has the types that it had.
  return { ...domain, operations: Object.fromEntries(operations) } as D;
}
