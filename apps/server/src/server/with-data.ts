/** Adds the domains of the data that a server is started with. */
import { domainsOfData } from '../data/data-domains.js';
import { readGiven } from './initial-state.js';
import { type Named, OptionError } from '../options/options.js';
import type { Platform } from './parts.js';
import type { ServedDomains } from './served-api.js';

/** The data of a server. */
export interface GivenData {
  /** Path of a JSON file, or what is in one; undefined where a server has none. */
  readonly data?: string | object | undefined;
  /** Whether its records are answered without an envelope. */
  readonly bare: boolean;
  readonly named: Named;
  readonly platform: Pick<Platform, 'readJson'>;
}

/** Domains with those of the data. */
export interface WithData extends ServedDomains {
  /** Names of our domains that a collection replaces. */
  readonly replaced: readonly string[];
}

/**
 * Adds the domains of the data to those that a server serves; one of ours that has the name of a collection makes way.
 *
 * @throws {@link OptionError} naming what in the data is wrong, or what is said of data that there is not
 */
export function withData(served: ServedDomains, given: GivenData): WithData {
  if (given.data === undefined) {
    if (!given.bare) return { ...served, replaced: [] };
    throw new OptionError(
      `${given.named('bare')} is on, but is about the records of ${given.named('data')}, and none is given`,
    );
  }
  const { bare } = given;
  const own = readGiven('data', given.data, given, (json) => ({ value: domainsOfData(json, { bare }) }));
  const names = new Set(own.map(({ contract }) => contract.name));
  const { ours, without = [], domains = [], files } = served;
  const { data } = given;
  const fromFile = typeof data === 'string' ? own.map((domain) => [domain, data] as const) : [];
  const replaced = ours
    .map(({ contract }) => contract.name)
    .filter((name) => names.has(name) && !without.includes(name));
  return {
    ours,
    without: [...without, ...replaced],
    domains: [...domains, ...own],
    files: new Map([...(files ?? []), ...fromFile]),
    replaced,
  };
}
