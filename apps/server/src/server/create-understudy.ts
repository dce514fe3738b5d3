/** Starts servers in this process, whatever the platform. */
import { type App, createApp } from './app.js';
import type { openApp } from './open-app.js';
import type { Platform } from './parts.js';
import type { ServedDomain } from '../call/domain.js';
import { orOneOf } from '@understudy/contract/kit';
import { createCaller, type Fetch, type Understudy, type UnderstudyOptions } from './understudy.js';
import { handlerOf } from '../transport/handler-of.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import { apiOptionsFor } from '../options/data.js';
import { networkOptions } from '../options/network.js';
import type { OptionTable } from '../options/option.js';
import { OptionError, optionsFor, readOptions } from '../options/options.js';
import { checkRecords } from './check-domains.js';
import { initialClaims, initialRules } from './initial-state.js';
import { checkNames, optionalOf, type ServedDomains, servedApi } from './served-api.js';
import type { withData } from './with-data.js';
import type { DocumentOptions } from './with-documents.js';

/** What the library of a platform has to say of a server. */
interface LibraryParts {
  readonly platform: Platform;
  /** Builds a server on another store than the memory; left out where there is none. */
  readonly openApp?: typeof openApp;
  /** Domains of ours that it may serve. */
  readonly ours: readonly ServedDomain[];
  /** Whether they were named one by one, and stay whatever else is served. */
  readonly areChosen?: boolean;
  /** Adds the domains of the data that it is given. */
  readonly withData: typeof withData;
}

/** What the addresses of a server follow from, before it is known what it serves. */
const addressOptions = { publicUrl: networkOptions.publicUrl, basePath: networkOptions.basePath };

const IN_PROCESS_ORIGIN = 'http://understudy.local';

/** Gives up on an answer when its signal is aborted, as the global fetch does. */
async function abortable({ signal }: Request, answer: () => Promise<Response>): Promise<Response> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer(), aborted]);
}

type Options = Omit<UnderstudyOptions, 'sleep'>;

const named = (field: string): string => `the option ${field}`;

/** Loaded only where there are documents. */
const loaded = () => import('./with-documents.js');

const withDocuments = async (served: ServedDomains, given: DocumentOptions): Promise<ServedDomains> =>
  (await loaded()).withDocuments(served, given);

/** What is served; a promise where documents are to be read. */
function servedOf({ domains = [], ...rest }: Options, parts: LibraryParts): ServedDomains | Promise<ServedDomains> {
  const { ours, platform } = parts;
  const decided = readOptions(apiOptionsFor(optionalOf(ours)), { values: onlyOf(apiOptionsFor([]), rest), named });
  const { without, openapi, with: beside } = decided;
  const served = parts.withData(
    // Whoever names the domains of a bundle wants them all.
    { ours, without, domains, beside: parts.areChosen === true ? optionalOf(ours) : beside },
    { ...decided, named, platform },
  );
  if (openapi.length > 0) return withDocuments(served, { ...decided, named, platform });
  checkNames(served, beside, named);
  return served;
}

/** The values of some options. */
const onlyOf = (options: OptionTable, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(options, name)));

/** The settings of a server, and what it is made of. */
function readSettings(given: Options, served: ServedDomains, parts: LibraryParts) {
  const { ours, platform } = parts;
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'domains' && name !== 'sleep'));
  const api = servedApi(served);
  const options = { ...optionsFor(api.sizes), ...apiOptionsFor(optionalOf(ours)) };
  for (const name of Object.keys(rest)) {
    if (Object.hasOwn(options, name)) continue;
    throw new OptionError(`there is no option ${name}${orOneOf(name, 'the options are', Object.keys(options))}`);
  }
  const settings = readOptions(options, { values: rest, named });
  platform.check?.(settings);
  checkRecords(served, settings);
  return {
    api,
    settings,
    rules: initialRules(settings, { api, named, platform }),
    claims: initialClaims(settings, { api, named, platform }),
  };
}

/**
 * Starts a server in this process.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 */
export function understudyOf({ sleep, ...given }: UnderstudyOptions, parts: LibraryParts): Understudy {
  const { platform } = parts;
  const open = (served: ServedDomains): App | Promise<App> => {
    const { api, settings, rules, claims } = readSettings(given, served, parts);
    const own = { sleep, rules, claims, sink: platform.sink, site: served.site };
    return settings.store === 'memory' || parts.openApp === undefined
      ? createApp(settings, api, { ...own, platform })
      : parts.openApp(settings, api, { ...own, named });
  };
  const served = servedOf(given, parts);
  const opened = served instanceof Promise ? served.then(open) : open(served);
  const ready = Promise.resolve(opened);
  // Each request fails with it.
  ready.catch(() => undefined);
  const answer = (request: Request): Promise<Response> =>
    abortable(request, () =>
      opened instanceof Promise
        ? opened.then(({ pipeline }) => pipeline.fetch(request))
        : opened.pipeline.fetch(request),
    );
  const { publicUrl, basePath } = readOptions(addressOptions, { values: onlyOf(addressOptions, given), named });
  const rootUrl = (publicUrl ?? IN_PROCESS_ORIGIN) + basePath;
  const fetchBelow =
    (base: string): Fetch =>
    (input, init) => {
      if (input instanceof Request) return answer(init === undefined ? input : new Request(input, init));
      const isPath = typeof input === 'string' && input.startsWith('/');
      return answer(new Request(isPath ? base + input : new URL(input, rootUrl), init));
    };
  const sandboxUrl = (name: string) => rootUrl + sandboxPath(name);
  return {
    fetch: fetchBelow(rootUrl),
    handler: handlerOf(answer),
    sandbox: (name) => ({ name, baseUrl: sandboxUrl(name), fetch: fetchBelow(sandboxUrl(name)) }),
    createCaller: ({ sandbox, ...how } = {}) =>
      createCaller(fetchBelow(sandbox === undefined ? rootUrl : sandboxUrl(sandbox)), how),
    ready: async () => void (await ready),
    close: () =>
      ready.then(
        ({ close }) => close(),
        () => undefined,
      ),
  };
}
