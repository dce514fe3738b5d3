/** What the options of a command serve, and its OpenAPI document without a server: loaded only where that is asked for, since it knows all domains. */
import { nodePlatform } from '../server/node-platform.js';
import { sandboxes } from '@understudy/contract/sandboxes';
import { createApp } from '../server/app.js';
import { type OptionSource, type Named, optionsFor, readOptions } from '../options/options.js';
import { checkNames, optionalOf, servedApi } from '../server/served-api.js';
import { apiOptionsFor } from '../options/data.js';
import type { ValuesOf } from '../options/option.js';
import { entriesOf, memberOf } from './remote-server.js';
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
export async function servedBy(serving: Serving, { named }: Pick<OptionSource, 'named'>): Promise<WithDocuments> {
  const { domain, without, with: beside } = serving;
  const own = { named, platform: nodePlatform };
  const brought = { ours: builtinDomains, without, beside, ...(await loadDomains(domain)) };
  const served = await withDocuments(withData(brought, { ...serving, ...own }), { ...serving, ...own });
  checkNames(served, beside, named);
  return served;
}

/** What is served, and below which path. */
type ServedBelow = Serving & { readonly base: string };

/** A document, and the names of the domains in it that somebody brought. */
interface ServedDocument {
  readonly document: unknown;
  readonly given: readonly string[];
}

/** Asks a server of this process, for as long as it is asked. */
async function askServed<Result>(
  { base, ...serving }: ServedBelow,
  named: Named,
  use: (fetch: (url: string) => Promise<Response>, served: WithDocuments) => Promise<Result>,
): Promise<Result> {
  const served = await servedBy(serving, { named });
  const api = servedApi(served);
  const settings = readOptions(optionsFor(api.sizes), { values: { base: base === '' ? '/' : base }, named });
  const app = createApp(settings, api, { platform: nodePlatform, sink: () => undefined });
  try {
    return await use((url) => app.pipeline.fetch(new Request(url)), served);
  } finally {
    await app.close();
  }
}

/**
 * Makes the document.
 *
 * @param origin of the server that it is for
 * @throws {@link OptionError} where what is to be served is wrong
 */
export const servedDocument = (serving: ServedBelow, origin: string, named: Named): Promise<ServedDocument> =>
  askServed(serving, named, async (fetch, { domains = [] }) => ({
    document: await (await fetch(`${origin}/openapi.json`)).json(),
    // One that replaces a domain of Understudy is one's own as well.
    given: domains.map(({ contract }) => contract.name),
  }));

/**
 * The first path of what is served that answers a plain GET; undefined where none does.
 *
 * @throws {@link OptionError} where what is to be served is wrong
 */
export function firstPath(values: OptionSource['values'], named: Named): Promise<string | undefined> {
  const serving = readOptions(apiOptionsFor(optionalOf(builtinDomains)), { values, named });
  return askServed({ ...serving, base: '/api' }, named, async (fetch) => {
    const origin = 'http://127.0.0.1';
    const document: unknown = await (await fetch(`${origin}/openapi.json`)).json();
    const paths = entriesOf(memberOf(document, 'paths')).filter(([path, item]) => {
      const operation = memberOf(item, 'get');
      // A fault rule is about no request to the control API.
      const isControl = String(memberOf(operation, 'operationId')).startsWith(`${sandboxes.name}.`);
      return operation !== undefined && !isControl && !path.includes('{');
    });
    for (const [path] of paths) if ((await fetch(origin + path)).status === 200) return path;
    return undefined;
  });
}
