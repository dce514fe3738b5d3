/** Puts a server together from its options and its domains: state, adapters, edge. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract';
import { openApiSource } from './http/openapi/source.js';
import { type FinishedProcedure, restHandler } from './http/rest.js';
import { trpcHandler, trpcRoot } from './http/trpc.js';
import { Access } from './call/access.js';
import { admission } from './call/admission.js';
import type { Api } from './call/api.js';
import { finishDomain } from './call/domain.js';
import { FairPool } from './call/fair-pool.js';
import { failureContext } from './call/perform.js';
import type { Services } from './call/services.js';
import { addressGuard, LOOPBACK_RANGES, parseCidr, type Resolve } from './webhooks/address-guard.js';
import { Dispatcher } from './webhooks/dispatcher.js';
import { Outbox } from './webhooks/outbox.js';
import { Edge } from './http/edge.js';
import { Log, type Sink } from './http/log.js';
import { operationRoutes } from './http/operation-route.js';
import type { Route } from './http/router.js';
import { trpcRoutes } from './http/trpc-route.js';
import { JournalPool } from './journal/journal-pool.js';
import { Scanner } from './listing/scanner.js';
import { isLoopback } from './kit/loopback.js';
import { DATA_VERSION } from './kit/dataset.js';
import type { Named, Settings } from './options/options.js';
import { unusable } from './options/unusable.js';
import { pageRoutes, withPages } from './pages/index.js';
import { notFoundPage } from './pages/not-found-page.js';
import { openStore } from './state/open-store.js';
import { Sandboxes } from './state/registry/sandboxes.js';
import type { Store } from './state/stores/store.js';
import { MemoryStore } from './state/stores/memory/memory-store.js';
import { StoreRefused } from './state/stores/refused.js';
import { Datasets } from './state/registry/datasets.js';

/** The parts of a server that come from outside its options. */
export interface Surroundings {
  /** Takes the lines of the log. */
  readonly sink: Sink;
  /** Keeps what is written, in the place of the store that the options name; tests pass one with faults. */
  readonly store?: Store | undefined;
  /** The monotonic clock of the machine, in ms, by which idle sandboxes are forgotten. */
  readonly monotonic?: (() => number) | undefined;
  /** The clock of the machine, in ms since 1970, by which processes own attempts at deliveries. */
  readonly machineNow?: (() => number) | undefined;
  /** Finds the addresses of the hosts that webhooks go to; tests pass one whose answers change. */
  readonly resolve?: Resolve | undefined;
  /** Waits for artificial latency; tests may pass one that does not. */
  readonly sleep?: Services['sleep'] | undefined;
}

/** The same where a store is opened, which may fail. */
export interface Opening extends Surroundings {
  readonly named: Named;
}

/** A server without a host: it answers requests, and can be closed. */
export interface App {
  readonly deliveries: Dispatcher;
  readonly edge: Edge;
  readonly sandboxes: Sandboxes;
  readonly close: () => Promise<void>;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal });
}

function bodyLimit({ maxBody, maxSnapshot }: Settings, operation: Operation | undefined): number {
  return operation?.meta.bodyLimit === 'snapshot' ? maxSnapshot : maxBody;
}

/**
 * Two of the four threads that Node has for such work, so that signatures, files and names of hosts never wait for
 * passwords. At some 10 ms each, those that may wait are done in about 3 s; four batches of one request fit in.
 */
const HASHING = { slots: 2, maxWaiting: 500, maxOwned: 200 };

/** What keeps the sandboxes, where to say what is wrong with them, and what they hold. */
interface StoreParts {
  readonly api: Api;
  readonly store: Store;
  readonly warn: (line: string) => void;
}

/** A call may ask for collections this large, or as large as the server's own. */
const MAX_SIZE = 100_000;

function createDispatcher(settings: Settings, { resolve, machineNow }: Surroundings): Dispatcher {
  const allowed = settings.webhookAllow ?? (isLoopback(settings.host) ? LOOPBACK_RANGES : []);
  return new Dispatcher({
    isReal: settings.webhookDelivery === 'on',
    schedule: settings.webhookRetry,
    guard: addressGuard(allowed.map(parseCidr), resolve),
    machineNow: machineNow ?? (() => Date.now()),
  });
}

function createServices(settings: Settings, surroundings: Surroundings, { api, store, warn }: StoreParts) {
  const { seed, size: sizes, clock, strict, sandboxTtl: ttl_seconds, maxSandboxes } = settings;
  const defaults = { seed, sizes, clock, ttl_seconds, strict };
  const journals = new JournalPool({
    requests: settings.maxJournal,
    bytes: settings.maxJournalBytes,
    totalBytes: settings.maxTotalJournalBytes,
  });
  const { maxRecords, maxTotalBytes } = settings;
  const limits = { maxRecords, maxBytes: Math.min(settings.maxBytes, maxTotalBytes), maxTotalBytes };
  const parts = { store, datasets: new Datasets(), defaults, ownSizes: api.sizes, journals, limits };
  const monotonic = surroundings.monotonic ?? (() => performance.now());
  const access = new Access(settings);
  const strangers = access.isOpen
    ? { maxConfigured: Math.ceil(maxSandboxes / 2), longestLife: ttl_seconds }
    : undefined;
  const maxSizes = Object.entries(sizes).map(([name, size]) => [name, Math.max(size, MAX_SIZE)]);
  return {
    scanner: new Scanner(),
    registry: new Sandboxes(parts, { maxSandboxes, monotonic, strangers, warn }),
    collections: api.collections,
    access,
    hashing: new FairPool(HASHING),
    outbox: new Outbox(settings.webhookDelivery === 'on'),
    deliveries: createDispatcher(settings, surroundings),
    limits: {
      maxRecords,
      maxRegistrations: settings.maxRegistrations,
      maxSizes: Object.fromEntries(maxSizes),
      redirectAllow: settings.oauthRedirectAllow,
    },
    sleep: surroundings.sleep ?? sleep,
  };
}

/** Builds a server. */
export function createApp(settings: Settings, api: Api, surroundings: Surroundings): App {
  const store = surroundings.store ?? new MemoryStore();
  const log = new Log(settings.log ?? 'off', surroundings.sink);
  const services = createServices(settings, surroundings, { api, store, warn: (line) => log.warn(line) });
  const { registry } = services;
  const admit = admission(services);
  const { operations, kinds } = api;
  const root = trpcRoot(api);
  const finished = api.domains.map((domain) => ({ domain, own: finishDomain(domain, services) }));
  const routers = finished.map(({ domain, own }) => {
    const procedures = Object.fromEntries(own.map(({ name, procedure }) => [name, procedure]));
    return [domain.contract.name, procedures] as const;
  });
  const router: AnyTRPCRouter = root.router(Object.fromEntries(routers));
  const procedures: Readonly<Record<string, FinishedProcedure>> = router._def.procedures;
  const served = finished.flatMap(({ own }) => own);
  const rest: Route[] = served.flatMap(({ operation, redirectError }) => {
    const procedure = procedures[operation.name];
    if (procedure === undefined) throw new TypeError(`no handler for ${operation.name}`);
    return operationRoutes({
      operation,
      admit,
      perform: restHandler(procedure),
      maxBody: bodyLimit(settings, operation),
      kinds,
      redirectError: (problem, call, input) => redirectError?.(problem, failureContext(call, input)),
    });
  });
  const routes: Route[] = [
    ...rest.map(withPages),
    ...trpcRoutes({
      handle: trpcHandler(router, admit, operations),
      maxBody: (name) => bodyLimit(settings, operations.get(name)),
      anyBody: settings.maxBody,
      control: [...operations.values()].filter(({ meta }) => meta.credential === 'admin').map(({ name }) => name),
    }),
    ...pageRoutes({
      ready: () => store.check(),
      api,
      openApi: openApiSource(router, api),
    }),
  ];
  return {
    deliveries: services.deliveries,
    sandboxes: registry,
    edge: new Edge({ sandboxes: registry, access: services.access, settings, routes, notFoundPage, kinds, log }),
    close: async () => {
      log.flush();
      await services.deliveries.close();
      await store.close();
    },
  };
}

/** Builds a server on the store that its options name; one that cannot be used is an OptionError. */
export async function openApp(settings: Settings, api: Api, surroundings: Opening): Promise<App> {
  const { seed, size: sizes } = settings;
  let store: Store | undefined;
  try {
    store = await openStore(settings.store, {
      dataVersion: DATA_VERSION,
      seed,
      sizes,
      domains: api.domains.map(({ contract: { name }, collections }) => ({ name, collections })),
    });
    const app = createApp(settings, api, { ...surroundings, store });
    await app.sandboxes.begin();
    // What was to be delivered when the last process ended waits for no request.
    await app.deliveries.watch((after, limit) => app.sandboxes.unfinished(after, limit));
    return app;
  } catch (error) {
    await store?.close();
    throw error instanceof StoreRefused ? unusable(settings, surroundings.named, error) : error;
  }
}
