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

/**
 * Does something with the data; a path is shown in a message, what is in a file is not.
 *
 * @throws {@link OptionError} saying what is wrong with it
 */
export function onData<Result>(data: string | object, named: Named, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    const given = typeof data === 'string' ? JSON.stringify(data) : 'given';
    throw new OptionError(`${named('data')} is ${given}, but ${error.message}`, { cause: error });
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
  const { domains: own, whole } = onData(given.data, given.named, () =>
    domainsOfData(given.platform.readJson(given.data ?? {}), { bare: given.bare }),
  );
  const { data } = given;
  const fromFile = typeof data === 'string' ? own.map((domain) => [domain, data] as const) : [];
  return {
    ...served,
    domains: [...(served.domains ?? []), ...own],
    files: new Map([...(served.files ?? []), ...fromFile]),
    whole,
  };
}
