/** What the options of a command serve, and its OpenAPI document without a server: loaded only where that is asked for, since it knows all domains. */
import { nodePlatform } from '../server/node-platform.js';
import { createApp } from '../server/app.js';
import { type Given, optionsFor, readOptions } from '../options/options.js';
import { checkBeside, servedApi } from '../server/served-api.js';
import type { apiOptionsFor } from '../options/data.js';
import type { ValuesOf } from '../options/option.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { loadDomains } from '../server/load-domains.js';
import { withData } from '../server/with-data.js';
import { type WithDocuments, withDocuments } from '../server/with-documents.js';

/** What decides what is served. */
export type Serving = ValuesOf<ReturnType<typeof apiOptionsFor>>;

/**
 * Loads what is served.
 *
 * @throws {@link OptionError} naming the file, and what is wrong in it
 */
export async function servedBy(serving: Serving, { named }: Pick<Given, 'named'>): Promise<WithDocuments> {
  const { domain, without, with: beside } = serving;
  const own = { named, platform: nodePlatform };
  const brought = { ours: builtinDomains, without, beside, ...(await loadDomains(domain)) };
  const served = await withDocuments(withData(brought, { ...serving, ...own }), { ...serving, ...own });
  checkBeside(served, beside, named);
  return served;
}

/** What is served, and below which path. */
type ServedBelow = Serving & { readonly base: string };

/** A document, and the names of the domains in it that somebody brought. */
interface ServedDocument {
  readonly document: unknown;
  readonly given: readonly string[];
}

/**
 * Makes the document.
 *
 * @param origin of the server that it is for
 * @throws {@link OptionError} where what is to be served is wrong
 */
export async function servedDocument(
  serving: ServedBelow,
  origin: string,
  named: Given['named'],
): Promise<ServedDocument> {
  const { base } = serving;
  const served = await servedBy(serving, { named });
  const api = servedApi(served);
  const settings = readOptions(optionsFor(api.sizes), { values: { base: base === '' ? '/' : base }, named });
  const app = createApp(settings, api, { platform: nodePlatform, sink: () => undefined });
  try {
    const answer = await app.pipeline.fetch(new Request(`${origin}/openapi.json`));
    // One that replaces a domain of Understudy is one's own as well.
    const given = (served.domains ?? []).map(({ contract }) => contract.name);
    return { document: await answer.json(), given };
  } finally {
    await app.close();
  }
}
