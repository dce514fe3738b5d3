/** The OpenAPI document of what would be served, without a server: loaded only where that is asked for, since it knows all domains. */
import { nodePlatform } from '../server/node-platform.js';
import { createApp } from '../server/app.js';
import type { apiOptionsFor } from '../options/data.js';
import type { ValuesOf } from '../options/option.js';
import { type Given, optionsFor, readOptions } from '../options/options.js';
import { loadDomains } from '../server/load-domains.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { servedApi } from '../server/served-api.js';
import { withData } from '../server/with-data.js';

/** What is served. */
export type Serving = ValuesOf<ReturnType<typeof apiOptionsFor>> & { readonly base: string };

/** A document, and the names of the domains in it that somebody brought. */
export interface ServedDocument {
  readonly document: unknown;
  readonly given: readonly string[];
}

/**
 * Makes the document.
 *
 * @param origin of the server that it is for
 * @throws {@link OptionError} where what is to be served is wrong
 */
export async function servedDocument(serving: Serving, origin: string, named: Given['named']): Promise<ServedDocument> {
  const { domain, without, data, bare, base } = serving;
  const served = withData(
    { ours: builtinDomains, without, ...(await loadDomains(domain)) },
    { data, bare, named, platform: nodePlatform },
  );
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
