/** Options of a client, and the settings that follow from them. */
import type { CallControls } from './controls.js';
import type { ProblemFault } from './generated/types.js';
import { type RetryOptions, type RetryPolicy, retryPolicy } from './retry.js';
import type { Refresh, Session } from './session.js';
import { LONGEST_TIMER_MS, type Sleep, sleep } from './sleep.js';

/** Where the control API has the sandboxes; below the name of one stands its API. */
const PREFIX = '/sandboxes/';

const IN_SANDBOX = /^(?<root>.*)\/sandboxes\/(?<name>[^/]+)$/;

/** Name of the sandbox that has the bare address of the server as its own. */
const DEFAULT_SANDBOX = 'default';

/** An address, and what it is made of. */
export interface SandboxAddress {
  /** Address of the sandbox. */
  readonly baseUrl: string;
  /** Address of the server. */
  readonly root: string;
  /** Name of the sandbox. */
  readonly sandbox: string;
}

/** The sandbox that an address leads to, or that of another name on the same server. */
export function sandboxAt(address: string, other: string | undefined): SandboxAddress {
  const { root = address, name } = IN_SANDBOX.exec(address)?.groups ?? {};
  const sandbox = other ?? decodeURIComponent(name ?? DEFAULT_SANDBOX);
  return { root, baseUrl: other === undefined ? address : root + PREFIX + encodeURIComponent(other), sandbox };
}

/** A key that nobody else makes. Not by randomUUID, which browsers keep from pages served over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What the client sends beside the address. Every `fetch` takes it.
 *
 * @example
 * ```ts
 * import type { FetchInit } from '@understudy/client';
 *
 * const traced = ({ headers, ...init }: FetchInit) => ({ ...init, headers: { ...headers, 'x-trace': 'a' } });
 * ```
 */
export interface FetchInit {
  method: string;
  /** Their names are in lower case. */
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/**
 * What the client reads of a response. The responses of the global `fetch`, of `undici` and of `node-fetch` have it.
 *
 * @example
 * ```ts
 * import type { FetchResponse } from '@understudy/client';
 *
 * const typeOf = ({ headers }: FetchResponse) => headers.get('content-type');
 * ```
 */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** A stream of bytes, of the web or of Node; without one, the body is read when all of it has come. */
  readonly body?: unknown;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Sends a request: the global `fetch`, that of `undici` or `node-fetch`, the `fetch` of a server in this process, or one
 * around them.
 *
 * @example
 * ```ts
 * import { createClient, type Fetch } from '@understudy/client';
 *
 * const traced: Fetch = (url, init) => {
 *   console.log(init.method, url);
 *   return fetch(url, init);
 * };
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', fetch: traced });
 * ```
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A `fetch` that takes and gives all that the global one does; a `Request` has all the members that it looks for. */
export type WholeFetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Looks at a successful answer, and gives whatever breaks the contract in it; with any fault, the call fails. The one
 * that knows the contract is `validator` of `@understudy/client/validate`.
 *
 * @example
 * ```ts
 * import { createClient, type Validator } from '@understudy/client';
 *
 * const noNull: Validator = ({ body }) => (body === null ? [{ code: 'null', detail: 'must not be null' }] : []);
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', validate: noNull });
 * ```
 */
export type Validator = (answer: {
  readonly operation: string;
  readonly body: unknown;
  /** The schema of the answer, where the client was given the declaration of its domain. */
  readonly output?: unknown;
}) => readonly ProblemFault[];

/**
 * Takes notes. No secret is among them.
 *
 * @example
 * ```ts
 * import { createClient, type Logger } from '@understudy/client';
 *
 * const logger: Logger = console;
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', logger });
 * ```
 */
export interface Logger {
  /** Called after every attempt. */
  debug(message: string): void;
  /** Called before every retry. */
  warn(message: string): void;
}

/**
 * Options of a client. The controls among them hold for each of its calls, unless the call says otherwise.
 *
 * @example
 * ```ts
 * import { createClient, type ClientOptions } from '@understudy/client';
 *
 * const options: ClientOptions = { baseUrl: 'http://127.0.0.1:4010', sandbox: 'alice', timeoutMs: 5000, delay: 0.2 };
 * const api = createClient(options);
 * ```
 */
export interface ClientOptions extends CallControls {
  /**
   * Absolute address of the server, or of a sandbox of it, below which `/api` lies. User info, query and fragment are
   * left out.
   */
  readonly baseUrl: string | URL;
  /**
   * Path below which the operations lie, as the server was started with: `/v1` for `--base /v1`. @defaultValue /api
   */
  readonly base?: string | undefined;
  /** Name of the sandbox to work in. @defaultValue the one that baseUrl leads to, else the default sandbox */
  readonly sandbox?: string | undefined;
  /** Bearer token to send with each call. */
  readonly token?: string | undefined;
  /**
   * Gets a new token after a 401, and the call is sent once more with it. Calls that need one at the same time share it.
   * Ask for it through a client without this option, or a refused refresh would wait for itself.
   */
  readonly refresh?: Refresh | undefined;
  /** Sends the requests. @defaultValue the global fetch */
  readonly fetch?: Fetch | undefined;
  /** Longest time for an attempt in ms, beside the delay asked for; false for no limit. @defaultValue 10000 */
  readonly timeoutMs?: number | false | undefined;
  /** How to retry; a number is the limit. @defaultValue 2 retries */
  readonly retry?: number | RetryOptions | undefined;
  /** Checks successful answers. @defaultValue none */
  readonly validate?: Validator | undefined;
  /** Takes notes of attempts and retries. @defaultValue none */
  readonly logger?: Logger | undefined;
  /**
   * Makes the idempotency key of a write that is to be retried and has none. The server makes ids from the key too, so
   * a test that compares ids between runs hands in keys of its own. @defaultValue random
   */
  readonly newIdempotencyKey?: (() => string) | undefined;
  /** Waits between attempts, in ms; for tests that must not wait. @defaultValue the system's timer */
  readonly sleep?: Sleep | undefined;
}

/** The options, complete. */
export interface Settings extends SandboxAddress {
  readonly sandbox: string;
  /** Path below which the operations lie; empty for the root. */
  readonly base: string;
  /** Problem kinds that the client knows. */
  readonly kinds: readonly string[];
  readonly session: Session;
  readonly fetch: Fetch;
  readonly timeoutMs: number | false;
  readonly retry: RetryPolicy;
  readonly validate: Validator | undefined;
  readonly logger: Logger | undefined;
  readonly newIdempotencyKey: () => string;
  readonly sleep: Sleep;
  readonly controls: CallControls;
}

/** Completes the options; token and refresh are in the session. */
export function completed(options: ClientOptions, { session, kinds }: Pick<Settings, 'session' | 'kinds'>): Settings {
  const {
    baseUrl,
    base,
    sandbox,
    token: _token,
    refresh: _refresh,
    fetch,
    timeoutMs,
    retry,
    validate,
    logger,
    ...others
  } = options;
  const { newIdempotencyKey, sleep: wait, ...controls } = others;
  return {
    ...addressOf(baseUrl, sandbox),
    base: basePath(base),
    kinds,
    session,
    // Looked up at each call: a test may put its own instead of the global one.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: timeout(timeoutMs),
    retry: retryPolicy(retry),
    validate,
    logger,
    newIdempotencyKey: newIdempotencyKey ?? randomKey,
    sleep: wait ?? sleep,
    controls,
  };
}

function timeout(given: number | false = 10_000): number | false {
  if (given === false || (given > 0 && given <= LONGEST_TIMER_MS)) return given;
  throw new TypeError(`timeoutMs must be false, or from 1 to ${LONGEST_TIMER_MS}, but is ${given}`);
}

function basePath(given = '/api'): string {
  const path = given.replace(/\/+$/, '');
  if (path === '' || /^\/[^?#]+$/.test(path)) return path;
  throw new TypeError(`base must be a path such as /v1, but is ${JSON.stringify(given)}`);
}

/** The server and the sandbox: sandboxes are controlled from outside, also by a client whose base URL is in one. */
function addressOf(given: string | URL, sandbox: string | undefined): SandboxAddress {
  // The scheme is asked for, since `localhost:4010` is a URL too, of a scheme named localhost.
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new TypeError(`baseUrl must be an http or https URL, but is ${JSON.stringify(given)}`);
  }
  const { origin, pathname } = new URL(given);
  const address = origin + pathname.replace(/\/+$/, '');
  return sandboxAt(address, sandbox);
}
