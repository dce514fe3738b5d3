/** What the options of a command serve: our domains, those of files and of data, and those of documents. */
import type { apiOptionsFor } from '../options/data.js';
import type { ValuesOf } from '../options/option.js';
import type { Given } from '../options/options.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { loadDomains } from '../server/load-domains.js';
import { nodePlatform } from '../server/node-platform.js';
import { checkBeside } from '../server/served-api.js';
import { withData } from '../server/with-data.js';
import { withDocuments, type WithDocuments } from '../server/with-documents.js';

/** What decides what is served. */
export type Serving = ValuesOf<ReturnType<typeof apiOptionsFor>>;

/**
 * Loads what is served.
 *
 * @throws {@link OptionError} naming the file, and what is wrong in it
 */
export async function servedBy(serving: Serving, { named }: Pick<Given, 'named'>): Promise<WithDocuments> {
  const { domain, without, data, bare, with: beside } = serving;
  const own = { named, platform: nodePlatform };
  const brought = { ours: builtinDomains, without, beside, ...(await loadDomains(domain)) };
  const served = await withDocuments(withData(brought, { data, bare, ...own }), { ...serving, ...own });
  checkBeside(served, beside, named);
  return served;
}
