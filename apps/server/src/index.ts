/** The library: a whole Understudy server in this process, with or without a port. */
import type { Domain, FaultRuleSettings } from '@understudy/contract';
import { createApp, openApp } from './app.js';
import type { Implementation } from './kit/implement.js';
import type { Caller } from './http/app-router.js';
import { type CallerOptions, createCaller } from './caller.js';
import { sandboxPath } from './kit/sandbox-address.js';
import { OptionError, optionsFor, readOptions, type Settings } from './options/options.js';
import { apiOptionsFor } from './options/api.js';
import { givenRules } from './served/given-rules.js';
import { checkRecords } from './served/check-records.js';
import { optional } from './served/our-domains.js';
import { servedApi } from './served/served-api.js';
import { withData } from './served/with-data.js';

/** What `createUnderstudy` takes: the options of `understudy serve` in camelCase, all optional. */
export type UnderstudyOptions = {
  readonly [Field in Exclude<keyof Settings, 'faults'>]?: Settings[Field] | string | undefined;
} & {
  /** Fault rules that every sandbox begins with: the path of a JSON file, or the rules. */
  readonly faults?: string | readonly FaultRuleSettings[] | undefined;
  /** Domains of your own, served beside ours: what `implement` gives. */
  readonly domains?: readonly Implementation<Domain, unknown>[] | undefined;
  /**
   * JSON to serve as well: the path of a file, or what is in one. Each array in it is a collection, each object a single
   * record. An object is copied.
   */
  readonly data?: string | object | undefined;
  /** Answers the records of `data` without an envelope, and reads the query that json-server reads. */
  readonly bare?: boolean | string | undefined;
  /** Names of our domains that are not served, such as `education`. */
  readonly without?: readonly string[] | string | undefined;
  /**
   * Waits for artificial latency (`delay`, `simulate_error=timeout`), in ms; by default on the
   * system's timer. A test that must not wait passes one that returns at once.
   */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Answers a request, like the global `fetch`. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** A sandbox of a server in this process. */
export interface UnderstudySandbox {
  readonly name: string;
  /** Its address: a client that is given it as base URL, and `fetch`, works in the sandbox. */
  readonly baseUrl: string;
  /** Answers a request. A path such as `/api/education/courses` is taken below the base URL. */
  readonly fetch: Fetch;
}

/** A server in this process. */
export interface Understudy {
  /** Answers a request, like the global `fetch`, without a network. A path alone is enough. */
  readonly fetch: Fetch;
  /** A private copy of the whole API: its `fetch` resolves paths below its own base URL. */
  readonly sandbox: (name: string) => UnderstudySandbox;
  /**
   * Calls the tRPC procedures, as tRPC's own `createCaller` does: `caller.education.getCourse({ course_id })`. A failure
   * is a {@link CallerError}.
   */
  readonly createCaller: (options?: CallerOptions) => Caller;
  /**
   * Settles once its store is open; a store that cannot be used is an {@link OptionError}. Requests wait for it by
   * themselves, and fail with it.
   */
  readonly ready: () => Promise<void>;
  /** Lets go of everything it holds. */
  readonly close: () => Promise<void>;
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

/**
 * Starts a server in this process. It listens on no port: its `fetch` answers requests directly.
 *
 * @throws {@link OptionError} naming the option, its value and what is allowed.
 *
 * @example
 * ```ts
 * import { createUnderstudy } from '@understudy/server';
 *
 * const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
 * const answer = await understudy.fetch('/api/education/courses?per_page=2');
 * console.log(await answer.json());
 * await understudy.close();
 * ```
 */
export function createUnderstudy(given: UnderstudyOptions = {}): Understudy {
  const { sleep, domains, ...rest } = given;
  const named = (field: string): string => `the option ${field}`;
  const { without, data, bare } = apiOptionsFor(optional);
  const decided = readOptions({ without, data, bare }, { values: rest, named });
  const served = withData({ without: decided.without, domains: domains ?? [] }, { ...decided, named });
  const api = servedApi(served);
  const options = { ...optionsFor(api.sizes), without, data, bare };
  for (const name of Object.keys(rest)) {
    if (!Object.hasOwn(options, name)) throw new OptionError(`there is no option ${name}`);
  }
  const settings = readOptions(options, { values: rest, named });
  checkRecords(served, settings);
  const rules = givenRules(settings, { api, named });
  const surroundings = { sleep, rules, sink: (lines: string) => process.stderr.write(lines) };
  const opened =
    settings.store === 'memory'
      ? createApp(settings, api, surroundings)
      : openApp(settings, api, { ...surroundings, named });
  const ready = Promise.resolve(opened);
  // Each request fails with it.
  ready.catch(() => undefined);
  const answer = (request: Request): Promise<Response> =>
    abortable(request, () =>
      opened instanceof Promise ? opened.then(({ edge }) => edge.fetch(request)) : opened.edge.fetch(request),
    );
  const origin = settings.publicUrl ?? IN_PROCESS_ORIGIN;
  const fetchBelow =
    (base: string): Fetch =>
    (input, init) => {
      if (input instanceof Request) return answer(init === undefined ? input : new Request(input, init));
      const isPath = typeof input === 'string' && input.startsWith('/');
      return answer(new Request(isPath ? base + input : new URL(input, origin), init));
    };
  const sandboxUrl = (name: string) => origin + sandboxPath(name);
  return {
    fetch: fetchBelow(origin),
    sandbox: (name) => ({ name, baseUrl: sandboxUrl(name), fetch: fetchBelow(sandboxUrl(name)) }),
    createCaller: ({ sandbox, ...how } = {}) =>
      createCaller(fetchBelow(sandbox === undefined ? origin : sandboxUrl(sandbox)), how),
    ready: async () => void (await ready),
    close: () =>
      ready.then(
        ({ close }) => close(),
        () => undefined,
      ),
  };
}

export type { AppRouter } from './http/app-router.js';
export { CallerError } from './caller-error.js';
export { OptionError };
