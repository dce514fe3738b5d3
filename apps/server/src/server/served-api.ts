/** Makes the API of a server: our domains, without those that are left out, and the domains that it is given. */
import { adoptDomain, DeclarationError } from '@understudy/contract/kit';
import { type Api, apiOf } from '../call/api.js';
import type { ReadWhole } from '../data/data-domains.js';
import type { Site } from '../http/router.js';
import type { AnyImplementation, DomainOutline, OperationOutline, ServedDomain } from '../call/domain.js';
import { isImplementation } from '../kit/implement.js';
import { type Named, OptionError } from '../options/options.js';
import { checkDeclared, checkName, domainFault, type Files, whereOf } from './check-domains.js';
import { bindCollection, type ServedNames } from '../kit/collection.js';
import { scoping } from '../kit/dataset.js';
import { internalCollections } from '../store/model/internal.js';
import { ourNames, ourPrefixes } from './generated/outlines.js';

/** The names of our own collections, also of domains that are left out: a name means the same in every server. */
function reservedNames() {
  return {
    names: new Set([...internalCollections.map(({ name }) => name), ...ourNames]),
    prefixes: new Set([...internalCollections.map(({ prefix }) => prefix), ...ourPrefixes]),
  };
}

/** Binds the collections of a domain: a name that one of ours has carries the name of the domain. */
function bindCollections({ contract, collections }: AnyImplementation): void {
  const { names, prefixes } = reservedNames();
  const served = collections.map(({ name, prefix }): readonly [string, ServedNames] => [
    name,
    {
      name: names.has(name) ? `${contract.name}.${name}` : name,
      prefix: prefixes.has(prefix) ? `${contract.name}_${prefix}` : prefix,
    },
  ]);
  const scoped = scoping({
    domain: contract.name,
    names: new Map(served.map(([name, under]) => [name, under.name])),
  });
  for (const [index, collection] of collections.entries()) {
    const [, under] = served[index] ?? [];
    if (under !== undefined) bindCollection(collection, under, scoped);
  }
}

/** What a server cannot do without: every test begins with a sandbox of its own. */
const ALWAYS = 'sandboxes';

/** Names of those of our domains that a server may leave out. */
export function optionalOf(ours: readonly DomainOutline[]): readonly string[] {
  return ours.map(({ contract }) => contract.name).filter((name) => name !== ALWAYS);
}

/** The domain that has the users: what reads one of their credentials needs it. */
const USERS = 'auth';

const OF_USERS: ReadonlySet<string> = new Set(['bearer', 'client', 'registration', 'session', 'viewer', 'member']);

/** Whether a server of some domains has users. */
export function hasUsers(domains: readonly DomainOutline[]): boolean {
  return domains.some(({ contract }) => contract.name === USERS);
}

const readsUsers = (domain: DomainOutline): OperationOutline | undefined =>
  Object.values<OperationOutline>(domain.contract.operations).find(({ meta }) => OF_USERS.has(meta.credential));

/** What domains that somebody brought need of ours: users for their credentials, webhooks for what they send. */
function neededBy(given: readonly AnyImplementation[]): ReadonlySet<string> {
  const sends = ({ contract, document }: AnyImplementation): boolean =>
    Object.keys(contract.events).length > 0 ||
    (document !== undefined && (document.hasCallbacks || Object.keys(document.webhooks).length > 0));
  return new Set([
    ALWAYS,
    ...(given.some((domain) => readsUsers(domain) !== undefined) ? [USERS, 'oauth'] : []),
    ...(given.some(sends) ? ['webhooks'] : []),
  ]);
}

/** What a domain lacks; undefined where it has all that it needs. */
function lacking(domain: DomainOutline, served: ReadonlySet<string>): string | undefined {
  if (served.has(USERS)) return undefined;
  const one = readsUsers(domain);
  return one === undefined ? undefined : `${one.name} reads a credential of the domain ${USERS}, which is left out`;
}

/** What decides the API of a server. */
export interface ServedDomains {
  /** Our domains, as far as there are any here. */
  readonly ours: readonly ServedDomain[];
  /** Names of our domains that it does not serve. */
  readonly without?: readonly string[];
  /** Domains that somebody brought: where there are any, ours make way. */
  readonly domains?: readonly AnyImplementation[];
  /** Names of our domains that it serves beside them. */
  readonly beside?: readonly string[];
  /** The files that they came from, which messages name. */
  readonly files?: Files;
  /** Those of them that were made of data: nobody has declared what is in them. */
  readonly made?: ReadonlySet<unknown>;
  /** Reads the whole of the data that was brought, for the file that changes go back into. */
  readonly whole?: ReadWhole | undefined;
  /** What it serves beside its API. */
  readonly site?: Site | undefined;
}

/**
 * Refuses domains of ours that are to stand beside nothing.
 *
 * @throws {@link OptionError} where nobody brought a domain
 */
export function checkNames({ domains = [] }: ServedDomains, beside: readonly string[], named: Named): void {
  if (beside.length === 0 || domains.length > 0) return;
  const brought = [named('openapi'), named('data'), named('domain')].join(', ');
  throw new OptionError(
    `${named('with')} names domains beside those of ${brought}, and nothing is given; without them, all are served`,
  );
}

function checkWithout(without: readonly string[], served: readonly ServedDomain[]): void {
  const names = new Set(served.map(({ contract }) => contract.name));
  for (const domain of served) {
    const lack = lacking(domain, names);
    if (lack === undefined) continue;
    const how = without.length === 0 ? '' : ` (without ${without.join(', ')})`;
    throw new OptionError(`${lack}${how}; leave ${domain.contract.name} out as well`);
  }
}

/** A domain that somebody brought, as this server serves it. */
function adopted(
  domain: AnyImplementation,
  { kept, files, made }: { kept: ReadonlySet<string>; files: Files; made: ReadonlySet<unknown> },
): AnyImplementation {
  try {
    checkName(domain.contract.name, kept);
    if (!made.has(domain)) checkDeclared(domain);
    bindCollections(domain);
  } catch (error) {
    if (error instanceof DeclarationError) throw domainFault(whereOf(domain, files.get(domain)), error.message, error);
    throw error;
  }
  return { ...domain, contract: adoptDomain(domain.contract) };
}

/**
 * Makes the API of a server.
 *
 * @throws {@link OptionError} naming the domain, its file where it has one, and what is wrong with it
 */
export function servedApi({
  ours,
  without = [],
  domains = [],
  beside = [],
  files = new Map(),
  made = new Set(),
}: ServedDomains): Api {
  for (const [index, domain] of domains.entries()) {
    if (!isImplementation(domain)) throw new OptionError(`domains[${index}] is not a domain; implement(…) makes one`);
  }
  const stay = new Set([...beside, ...neededBy(domains)]);
  const kept = ours.filter(
    ({ contract: { name } }) => !without.includes(name) && (domains.length === 0 || stay.has(name)),
  );
  const names = new Set(kept.map(({ contract }) => contract.name));
  const given = domains.map((domain) => adopted(domain, { kept: names, files, made }));
  try {
    const api = apiOf(kept, {
      given,
      leftOut: ours.filter((domain) => !kept.includes(domain)),
      fileOf: (domain) => files.get(domains[given.findIndex((one) => one === domain)] ?? domain),
    });
    checkWithout(without, api.domains);
    return api;
  } catch (error) {
    if (error instanceof DeclarationError) throw new OptionError(error.message, { cause: error });
    throw error;
  }
}
