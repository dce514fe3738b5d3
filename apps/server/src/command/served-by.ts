/** What the options of a command serve: our domains, those of files and of data, and those of documents. */
import type { apiOptionsFor } from '../options/data.js';
import type { ValuesOf } from '../options/option.js';
import type { Given } from '../options/options.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { loadDomains } from '../server/load-domains.js';
import { nodePlatform } from '../server/node-platform.js';
import { withData, type WithData } from '../server/with-data.js';
import { withDocuments, type WithDocuments } from '../server/with-documents.js';

/** What decides what is served. */
export type Serving = ValuesOf<ReturnType<typeof apiOptionsFor>>;

/**
 * Loads what is served.
 *
 * @throws {@link OptionError} naming the file, and what is wrong in it
 */
export async function servedBy(serving: Serving, { named }: Pick<Given, 'named'>): Promise<WithData & WithDocuments> {
  const { domain, without } = serving;
  const own = { named, platform: nodePlatform };
  const served = withData({ ours: builtinDomains, without, ...(await loadDomains(domain)) }, { ...serving, ...own });
  return { ...served, ...(await withDocuments(served, { ...serving, ...own })) };
}
