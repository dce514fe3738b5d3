/** Moves the operations of an API below another path than the one that they are declared at. */
import type { Operation } from '@understudy/contract/kit';
import { API_PATH, isBesideApi } from '../kit/api-path.js';
import { isControlPath } from '../kit/sandbox-address.js';
import { OptionError } from '../options/options.js';
import { type Api, deferredApi } from './api.js';
import type { AnyImplementation } from './domain.js';
import { type DeferredDomain, isDeferred, type OperationOutline } from './domain-outline.js';

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
      [path, ...meta.aliases.map((alias) => alias.path)].some(
        // The documents about an issuer lie at the root wherever the API is (RFC 8414 §3.1).
        (one) => !one.startsWith('/.well-known/') && (isBesideApi(one) || isControlPath(one)),
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
