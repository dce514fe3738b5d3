/** Refuses the data of a server where its domains are given: a bundle holds what makes domains of data only where it is used. */
import { OptionError } from '../options/options.js';
import type { GivenData } from '../server/with-data.js';
import type { ServedDomains } from '../server/served-api.js';

/**
 * The domains that are served, which data adds none to.
 *
 * @throws {@link OptionError} where data is given
 */
export function withoutData(served: ServedDomains, { data, bare, id, readOnly, named }: GivenData): ServedDomains {
  if (data === undefined && !bare && !readOnly && id === 'id') return served;
  const what = named(data === undefined ? 'bare' : 'data');
  throw new OptionError(
    `${what} is for a server that reads files; here data is given as domains: dataDomains(json, { bare })`,
  );
}
