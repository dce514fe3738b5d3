/** Puts a server together from its options and its domains: services, routes, edge. */
import { notFoundPage } from '#pages';
import { journalsOf } from '#journals';
import { openStore } from '#stores';
import type { Api } from './call/api.js';
import { atBase } from './call/at-base.js';
import type { AnyImplementation } from './call/domain.js';
import { Striking } from './call/striking.js';
import type { Conduct } from './conduct/conduct.js';
import { Edge } from './http/edge.js';
import { EventStreams } from './http/event-streams.js';
import { Log } from './http/log.js';
import { Pauses } from './http/pauses.js';
import { DATA_VERSION } from './kit/dataset.js';
import type { Named, Settings } from './options/options.js';
import { unusable } from './options/unusable.js';
import { createRoutes } from './create-routes.js';
import { createServices, journalLimits } from './create-services.js';
import type { JournalStore } from './journal/journal-store.js';
import type { Journals } from './journal/journals.js';
import type { Sandboxes } from './state/registry/sandboxes.js';
import type { SeededDomain } from './state/stores/dataset-spec.js';
import { MemoryStore } from './state/stores/memory/memory-store.js';
import { StoreRefused } from './state/stores/refused.js';
import type { Store } from './state/stores/store.js';
import type { Surroundings } from './surroundings.js';
import type { Deliveries } from './webhooks/deliveries.js';

/** The same where a store is opened, which may fail. */
export interface Opening extends Surroundings {
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
export function createApp(settings: Settings, declared: Api, surroundings: Surroundings): App {
  const api = atBase(declared, settings.base);
  const store = surroundings.store ?? new MemoryStore(surroundings.machineNow);
  const log = new Log(settings.log ?? 'off', surroundings.sink);
  const { sleep, ...rest } = createServices(settings, surroundings, {
    api,
    store,
    journal: surroundings.journal,
    warn: (line) => log.warn(line),
  });
  const { registry: sandboxes, journals, access, deliveries } = rest;
  const pauses = new Pauses(sleep);
  // What waits for its latency waits no longer than the server runs.
  const services = { ...rest, sleep: (ms: number, signal: AbortSignal) => pauses.pause(ms, signal) };
  const streams = new EventStreams(settings.maxStreams, pauses);
  const routes = createRoutes(settings, { api, services, streams, ready: () => store.check() });
  return {
    conduct: rest.conduct,
    deliveries,
    journals,
    sandboxes,
    warn: (line) => log.warn(line),
    edge: new Edge({
      sandboxes,
      journals,
      access,
      striking: new Striking(services),
      settings,
      routes,
      notFoundPage,
      api,
      log,
      pauses,
    }),
    close: async () => {
      pauses.end();
      log.flush();
      sandboxes.close();
      await deliveries.close();
      await journals.close();
      await store.close();
    },
  };
}

/** Builds a server on the store that its options name; one that cannot be used is an OptionError. */
export async function openApp(settings: Settings, api: Api, surroundings: Opening): Promise<App> {
  const { seed, size: sizes } = settings;
  const openJournals = await journalsOf(settings.store);
  const warnings: string[] = [];
  let warn = (line: string): void => void warnings.push(line);
  let store: Store | undefined;
  let journal: JournalStore | undefined;
  try {
    store = await openStore(settings.store, {
      dataVersion: DATA_VERSION,
      seed,
      sizes,
      domains: (await api.whole()).domains.map(keptDomain),
    });
    if (settings.maxJournal > 0) {
      journal = await openJournals({ limits: journalLimits(settings), warn: (line) => warn(line) });
    }
    const app = createApp(settings, api, { ...surroundings, store, journal });
    warn = app.warn;
    for (const line of warnings) warn(line);
    await app.sandboxes.begin();
    // What was to be delivered when the last process ended waits for no request.
    await app.deliveries.watch((after, limit) => app.sandboxes.unfinished(after, limit));
    return app;
  } catch (error) {
    await journal?.close();
    await store?.close();
    throw error instanceof StoreRefused ? unusable(settings, surroundings.named, error) : error;
  }
}
