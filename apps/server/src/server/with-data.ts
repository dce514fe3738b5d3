/** Adds the domains of the data that a server is started with. */
import { domainsOfData } from '../data/data-domains.js';
import { DataFault } from '../data/given-value.js';
import { type Named, OptionError } from '../options/options.js';
import type { Platform } from './platform.js';
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

/** What the data is called in a message: a path is shown, what is in a file is not. */
const nameOf = (data: string | object, name: string): string =>
  typeof data === 'string' ? `${name} is ${JSON.stringify(data)}` : `${name} is given`;

function domainsOf(data: string | object, { bare, named, platform }: GivenData) {
  try {
    return domainsOfData(platform.readJson(data), { bare });
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${nameOf(data, named('data'))}, but ${error.message}`, { cause: error });
  }
}

/**
 * Adds the domains of the data to those that a server serves.
 *
 * @throws {@link OptionError} naming what in the data is wrong, or what is said of data that there is not
 */
export function withData(served: ServedDomains, given: GivenData): ServedDomains {
  if (given.data === undefined) {
    if (!given.bare) return served;
    throw new OptionError(
      `${given.named('bare')} is on, but is about the records of ${given.named('data')}, and none is given`,
    );
  }
  const own = domainsOf(given.data, given);
  const { data } = given;
  const fromFile = typeof data === 'string' ? own.map((domain) => [domain, data] as const) : [];
  return {
    ...served,
    domains: [...(served.domains ?? []), ...own],
    files: new Map([...(served.files ?? []), ...fromFile]),
  };
}
