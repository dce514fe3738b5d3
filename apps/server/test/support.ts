/** Servers for the tests: in process and over a socket, with waits that are counted instead of waited for; and requests to them. */
import { createApp } from '../src/server/app.js';
import { nodePlatform } from '../src/server/node-platform.js';
import { openApp } from '../src/server/open-app.js';
import type { ServerParts } from '../src/server/parts.js';
import type { Api } from '../src/call/api.js';
import type { Resolve } from '../src/webhooks/post.js';
import { serve, type ServeLimits } from '../src/transport/node.js';
import { optionsFor, readOptions, type Settings } from '../src/options/options.js';
import { initialClaims } from '../src/server/initial-state.js';
import { builtinDomains } from '../src/server/builtin-domains.js';
import { servedApi } from '../src/server/served-api.js';
import type { Store } from '../src/store/stores/store.js';
import { openEach, openOnce } from './use.js';

/** The API of the servers under test. Each of them finishes a domain when it is first asked for it, as the product does. */
const served = servedApi({ ours: builtinDomains });

/** The same, all of its domains loaded. */
export const api = await served.whole();

/** The settings that options make; a wrong one is named by its field. */
export function settingsOf(values: Readonly<Record<string, unknown>>, { sizes }: Pick<Api, 'sizes'> = api): Settings {
  return readOptions(optionsFor(sizes), { values, named: (field) => field });
}

/** An app on the store that its settings name. */
export const opened = (settings: Settings, given: Omit<ServerParts, 'platform'>, serves: Api = served) =>
  openApp(settings, serves, { ...given, named: (field) => field });

/** Something that requests can be sent to: a server, or a sandbox of one. */
export interface Target {
  /** Asks for a path. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** A server under test. */
export interface TestServer extends Target {
  /** Origin to ask; over a socket the real one. */
  readonly origin: string;
  /** The waits asked for, in ms, in order. */
  readonly waits: number[];
  /** Lines of its log. */
  readonly lines: string[];
  /** Revision of the default sandbox. */
  readonly revision: () => number;
  /** Settles once no delivery is under way. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One that a test holds with `await using`, and that ends with its block. */
export type OwnServer = TestServer & AsyncDisposable;

/** An instant that all servers under test stand at, unless a test says otherwise. */
export const NOW = '2026-03-01T12:00:00.000Z';

/** Options of a server under test, and how it waits: by default it only counts. */
export type Given = Readonly<Record<string, unknown>> & {
  readonly sleep?: Sleep;
  readonly monotonic?: () => number;
  readonly machineNow?: () => number;
  readonly store?: Store;
  readonly resolve?: Resolve;
  /** Domains that it serves, where they are others than the product's. */
  readonly serves?: Api;
};

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

function parts({ sleep, monotonic, machineNow, store, resolve, serves = served, ...given }: Given) {
  const waits: number[] = [];
  const lines: string[] = [];
  const settings = settingsOf({ clock: NOW, ...given }, serves);
  const app = createApp(settings, serves, {
    platform: nodePlatform,
    sink: (text) => lines.push(text),
    claims: initialClaims(settings, { api: serves, named: (field) => field, platform: nodePlatform }),
    monotonic,
    machineNow,
    store,
    resolve,
    sleep: async (ms, signal) => {
      waits.push(ms);
      await sleep?.(ms, signal);
    },
  });
  return { app, waits, lines, revision: () => app.sandboxes.default.revision, idle: () => app.deliveries.idle() };
}

/** An app by itself, at the instant of the others. */
export const appFor = (given: Given = {}) => parts(given).app;

const closing = (server: TestServer): OwnServer => ({ ...server, [Symbol.asyncDispose]: server.close });

/** A server that answers in process. */
export async function inProcess(given: Given = {}): Promise<OwnServer> {
  const { app, ...rest } = parts(given);
  const origin = 'http://understudy.local';
  return closing({
    ...rest,
    origin,
    fetch: (path, init) => app.pipeline.fetch(new Request(new URL(path, origin), init)),
    close: app.close,
  });
}

/** A server that listens on a free port of the loopback address. */
export async function overSocket(given: Given = {}, limits: ServeLimits = {}): Promise<OwnServer> {
  const { app, ...rest } = parts(given);
  const listening = await serve(app.pipeline, { host: '127.0.0.1', port: 0 }, limits);
  const origin = `${limits.certified === undefined ? 'http' : 'https'}://127.0.0.1:${listening.port}`;
  return closing({
    ...rest,
    origin,
    fetch: (path, init) => fetch(new URL(path, origin), init),
    close: async () => {
      await listening.close({ graceMs: 100 });
      await app.close();
    },
  });
}

/** Both kinds of server, for tables. */
export const hosts = [
  ['in process', inProcess],
  ['over a socket', overSocket],
] as const;

/** A server for all tests that stand beside the call. */
export const useServer = (start: (given: Given) => Promise<TestServer> = overSocket, given: Given = {}): TestServer =>
  openOnce(() => start(given));

/** A server for each test that stands beside the call. */
export const eachServer = (start: (given: Given) => Promise<TestServer> = inProcess, given: Given = {}): TestServer =>
  openEach(() => start(given));

let bases = 0;

/** Path of a sandbox that no other test knows. */
export const newBase = (): string => `/sandboxes/own-${(bases += 1)}`;

/** A sandbox of a server: one of its own where none is named. */
export const inSandbox = ({ fetch }: Target, base = newBase()): Target => ({
  fetch: (path, init) => fetch(base + path, init),
});

/** Moves the clock of a sandbox. */
export async function moveClock(
  { fetch }: Target,
  move: { readonly action: 'advance'; readonly seconds: number } | { readonly action: 'freeze'; readonly at: string },
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/clock', { method: 'POST', headers, body: JSON.stringify(move) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** What a path answers as JSON, whatever that says. */
export async function jsonAt({ fetch }: Target, path: string, init?: RequestInit): Promise<ReturnType<JSON['parse']>> {
  return (await fetch(path, init)).json();
}

/** A request that sends JSON. */
export function jsonRequest(
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
