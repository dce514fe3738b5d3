/** Moves the operations of an API below another path than the one that they are declared at. */
import type { Operation } from '@understudy/contract';
import { API_PATH, isBesideApi } from '../kit/api-path.js';
import { isControlPath } from '../kit/sandbox-address.js';
import { OptionError } from '../options/options.js';
import type { Api } from './api.js';
import type { AnyImplementation } from './domain.js';

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

function moved(operation: Operation, base: string): Operation {
  const { path, meta } = operation;
  const own = {
    ...meta,
    openapi: { ...meta.openapi, path: movedPath(path, base) },
    aliases: meta.aliases.map((alias) => ({ ...alias, path: movedPath(alias.path, base) })),
  };
  // The contract's type of it says only what finishes it.
  const { procedure } = operation as unknown as { readonly procedure: Procedure };
  return { ...operation, path: own.openapi.path, meta: own, procedure: procedure.meta(own) };
}

function movedDomain(domain: AnyImplementation, base: string): AnyImplementation {
  const { operations } = domain.contract;
  const own = Object.entries(operations).map(([name, operation]) => [name, moved(operation, base)] as const);
  return { ...domain, contract: { ...domain.contract, operations: Object.fromEntries(own) } };
}

/** Finds an operation whose address is something else's at the root. */
function inTheWay({ operations }: Api): Operation | undefined {
  return [...operations.values()].find(
    ({ path, meta }) => meta.scope === 'sandbox' && (isBesideApi(path) || isControlPath(path)),
  );
}

/**
 * An API below another path than `/api`: below `/v1`, or at the root where that is empty.
 *
 * @throws {@link OptionError} where an operation would lie where something else does
 */
export function atBase(api: Api, base: string): Api {
  if (base === API_PATH) return api;
  const domains = api.domains.map((domain) => movedDomain(domain, base));
  const all = domains.flatMap(({ contract }) => Object.values(contract.operations));
  const operations = new Map(all.map((operation) => [operation.name, operation]));
  const { showcase } = api;
  const there = {
    ...api,
    base,
    domains,
    operations,
    showcase: showcase && { ...showcase, list: moved(showcase.list, base) },
  };
  const other = inTheWay(there);
  if (other === undefined) return there;
  throw new OptionError(
    `the API cannot lie at the root: ${other.name} would be at ${other.path}, where the server has something else`,
  );
}
