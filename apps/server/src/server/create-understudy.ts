/** Starts servers in this process, whatever the platform. */
import { createApp } from './app.js';
import type { openApp } from './open-app.js';
import type { Platform } from './platform.js';
import type { ServedDomain } from '../call/domain-outline.js';
import { orOneOf } from '@understudy/contract/kit';
import { createCaller } from './caller.js';
import { handlerOf } from '../transport/handler-of.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import { apiOptionsFor } from '../options/data.js';
import { OptionError, optionsFor, readOptions } from '../options/options.js';
import { checkRecords } from './check-records.js';
import { givenClaims } from './given-claims.js';
import { givenRules } from './given-rules.js';
import { optionalOf } from './optional-domains.js';
import { servedApi } from './served-api.js';
import type { withData } from './with-data.js';
import type { Fetch, Understudy, UnderstudyOptions } from './understudy.js';

/** What the library of a platform has to say of a server. */
export interface LibraryParts {
  readonly platform: Platform;
  /** Builds a server on another store than the memory; left out where there is none. */
  readonly openApp?: typeof openApp;
  /** Domains of ours that it may serve. */
  readonly ours: readonly ServedDomain[];
  /** Adds the domains of the data that it is given. */
  readonly withData: typeof withData;
}

const IN_PROCESS_ORIGIN = 'http://understudy.local';

/** Gives up on an answer when its signal is aborted, as the global fetch does. */
async function abortable({ signal }: Request, answer: () => Promise<Response>): Promise<Response> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer(), aborted]);
}

/** What is served, and with which settings. */
function readGiven({ domains = [], ...rest }: Omit<UnderstudyOptions, 'sleep'>, parts: LibraryParts) {
  const { ours, platform } = parts;
  const named = (field: string): string => `the option ${field}`;
  const { without, data, bare } = apiOptionsFor(optionalOf(ours));
  const decided = readOptions({ without, data, bare }, { values: rest, named });
  const served = parts.withData({ ours, without: decided.without, domains }, { ...decided, named, platform });
  const api = servedApi(served);
  const options = { ...optionsFor(api.sizes), without, data, bare };
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
    named,
    rules: givenRules(settings, { api, named, platform }),
    claims: givenClaims(settings, { api, named, platform }),
  };
}

/**
 * Starts a server in this process.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 */
export function understudyOf({ sleep, ...given }: UnderstudyOptions, parts: LibraryParts): Understudy {
  const { api, settings, named, rules, claims } = readGiven(given, parts);
  const { platform } = parts;
  const own = { sleep, rules, claims, sink: platform.sink };
  const opened =
    settings.store === 'memory' || parts.openApp === undefined
      ? createApp(settings, api, { ...own, platform })
      : parts.openApp(settings, api, { ...own, named });
  const ready = Promise.resolve(opened);
  // Each request fails with it.
  ready.catch(() => undefined);
  const answer = (request: Request): Promise<Response> =>
    abortable(request, () =>
      opened instanceof Promise
        ? opened.then(({ pipeline }) => pipeline.fetch(request))
        : opened.pipeline.fetch(request),
    );
  const rootUrl = (settings.publicUrl ?? IN_PROCESS_ORIGIN) + settings.basePath;
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
