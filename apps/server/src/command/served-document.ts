/** The OpenAPI document of what would be served, without a server: loaded only where that is asked for, since it knows all domains. */
import { nodePlatform } from '../server/node-platform.js';
import { createApp } from '../server/app.js';
import { type Given, optionsFor, readOptions } from '../options/options.js';
import { servedApi } from '../server/served-api.js';
import { servedBy, type Serving } from './served-by.js';

/** What is served, and below which path. */
export type ServedBelow = Serving & { readonly base: string };

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
