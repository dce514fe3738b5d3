/** Puts a server together from its options and its domains: services, routes, edge. */
import { notFoundPage } from '#pages';
import { journalsOf } from '#journals';
import { Meters } from '#meters';
import { inMemory, RateLimit } from '#rate-limit';
import { openLimiter, openStore } from '#stores';
import type { Api } from '../call/api.js';
import { atBase } from '../call/at-base.js';
import type { AnyImplementation } from '../call/domain.js';
import { FaultApplier } from '../call/apply-faults.js';
import type { Conduct } from '../conduct/conduct.js';
import { Edge } from '../http/edge.js';
import { EventStreams } from '../http/event-streams.js';
import { Log } from '../http/log.js';
import { Timers } from '../http/timers.js';
import { DATA_VERSION } from '../kit/dataset.js';
import type { Named, Settings } from '../options/options.js';
import { unusable } from '../options/unusable.js';
import { createRoutes } from './create-routes.js';
import { Readiness } from '../http/readiness.js';
import { createServices, journalLimits } from './create-services.js';
import type { JournalStore } from '../journal/journal-store.js';
import type { Journals } from '../journal/journals.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { DatasetSpec, SeededDomain } from '../store/stores/dataset-spec.js';
import { MemoryStore } from '../store/stores/memory/memory-store.js';
import { StoreRefused } from '../store/stores/refused.js';
import type { SharedLimiter } from '../guard/shared-limiter.js';
import type { Store } from '../store/stores/store.js';
import type { ServerParts } from './parts.js';
import type { Deliveries } from '../webhooks/deliveries.js';

/** The same where a store is opened, which may fail. */
export interface Opening extends ServerParts {
  readonly named: Named;
}

/** A server without a host: it answers requests, and can be closed. */
export interface App {
  /** What the clients of sandboxes did wrong. */
  readonly conduct: Pick<Conduct, 'of'>;
  readonly deliveries: Deliveries;
  readonly edge: Edge;
  readonly journals: Journals;
  readonly sandboxes: Sandboxes;
  /** Tells whoever runs the server. */
  readonly warn: (line: string) => void;
  /** To be told of connections that were closed since there were too many. */
  readonly dropped: () => void;
  /** Has the health checks fail from now on, so that nobody is sent here any more. */
  readonly leave: () => void;
  /** Ends everything but the store and what keeps the journals, which another server takes over. */
  readonly handOver: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A domain, as far as it concerns a store. */
function keptDomain({ contract: { name }, collections, migrations }: AnyImplementation): SeededDomain {
  const kept = collections.map((collection) => ({
    name: collection.name,
    defaultSize: collection.defaultSize,
    fingerprint: collection.fingerprint,
    schema: collection.schema,
    migrate: migrations.get(collection),
  }));
  return { name, collections: kept };
}

/** Builds a server. */
export function createApp(settings: Settings, declared: Api, surroundings: ServerParts): App {
  const api = atBase(declared, settings.base);
  const meters = new Meters(settings.metrics === 'on');
  const kept = surroundings.store ?? new MemoryStore(surroundings.machineNow);
  const store = meters.watching(kept);
  const log = new Log(settings, surroundings.sink, surroundings.onError);
  const rest = createServices(settings, surroundings, {
    api,
    store,
    journal: surroundings.journal,
    watched: meters,
    warn: (line) => log.warn(line),
  });
  const { registry: sandboxes, journals, access, deliveries } = rest;
  const pauses = new Timers(surroundings.sleep);
  // What waits for its latency waits no longer than the server runs.
  const services = { ...rest, sleep: (ms: number, signal: AbortSignal) => pauses.pause(ms, signal) };
  const streams = new EventStreams(settings.maxStreams, pauses);
  const gauges = {
    totals: () => sandboxes.totals(),
    streams: () => streams.size,
    hashes: () => services.hashing.waiting,
  };
  const metrics = { meters, gauges };
  const end = async (): Promise<void> => {
    pauses.end();
    log.flush();
    sandboxes.close();
    await deliveries.close();
  };
  const presence = new Readiness();
  const ready = async (): Promise<void> => {
    presence.check();
    await store.check();
  };
  const alive = (): void => presence.check();
  const routes = createRoutes(settings, { api, services, streams, metrics, alive, ready });
  return {
    conduct: rest.conduct,
    deliveries,
    journals,
    sandboxes,
    warn: (line) => log.warn(line),
    dropped: () => meters.countRefusal('connection'),
    edge: new Edge({
      sandboxes,
      journals,
      access,
      striking: new FaultApplier(services),
      settings,
      routes,
      notFoundPage,
      api,
      log,
      watched: meters,
      rateLimit:
        settings.rateLimit === null ? undefined : new RateLimit(settings.rateLimit, surroundings.limiter ?? inMemory),
      pauses,
    }),
    leave: () => presence.end(),
    handOver: async () => {
      await end();
      await journals.end();
      await surroundings.closeLimiter?.();
    },
    close: async () => {
      await end();
      await journals.close();
      await store.close();
      await surroundings.closeLimiter?.();
    },
  };
}

/** The seeded data of a server, and what its records are. */
export async function datasetOf({ seed, size: sizes }: Settings, api: Api): Promise<DatasetSpec> {
  return { dataVersion: DATA_VERSION, seed, sizes, domains: (await api.whole()).domains.map(keptDomain) };
}

/** The store that the options name. Only one that outlives the process asks what its records are of. */
async function storeOf(settings: Settings, api: Api, warn: (line: string) => void): Promise<Store> {
  if (settings.store === 'memory') return new MemoryStore();
  return openStore(settings.store, await datasetOf(settings, api), warn);
}

/**
 * Builds a server on the store that its options name, or that it is given; one that cannot be used is an OptionError.
 */
export async function openApp(settings: Settings, api: Api, surroundings: Opening): Promise<App> {
  const openJournals = await journalsOf(settings.store);
  const warnings: string[] = [];
  let warn = (line: string): void => void warnings.push(line);
  let store: Store | undefined;
  let journal: JournalStore | undefined;
  let limiter: SharedLimiter | undefined;
  try {
    store = surroundings.store ?? (await storeOf(settings, api, (line) => warn(line)));
    journal = surroundings.journal;
    if (journal === undefined && settings.maxJournal > 0) {
      journal = await openJournals({ limits: journalLimits(settings), warn: (line) => warn(line) });
    }
    limiter = settings.rateLimit === null ? undefined : await openLimiter(settings.store);
    const shared = { limiter: limiter?.open, closeLimiter: limiter?.close };
    const app = createApp(settings, api, { ...surroundings, store, journal, ...shared });
    warn = app.warn;
    for (const line of warnings) warn(line);
    await app.sandboxes.begin();
    // What was to be delivered when the last process ended waits for no request.
    await app.deliveries.watch((after, limit) => app.sandboxes.unfinished(after, limit));
    return app;
  } catch (error) {
    // What it was given is not its own.
    if (surroundings.journal === undefined) await journal?.close();
    if (surroundings.store === undefined) await store?.close();
    await limiter?.close();
    throw error instanceof StoreRefused ? unusable(settings, surroundings.named, error) : error;
  }
}
