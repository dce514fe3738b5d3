/** Puts a server together from its options and its domains: services, routes, pipeline. */
import type { AnyTRPCRouter } from '@trpc/server';
import { type Api, atBase } from '../call/api.js';
import { FaultApplier } from '../call/apply-faults.js';
import type { Conduct } from '../conduct/conduct.js';
import { Pipeline } from '../http/pipeline.js';
import { EventStreams } from '../http/event-streams.js';
import { Log } from '../http/log.js';
import { unwatched } from '../kit/watched.js';
import { Timers } from '../http/timers.js';
import type { Settings } from '../options/options.js';
import { createRoutes } from './create-routes.js';
import { Readiness } from '../http/readiness.js';
import { createServices } from './create-services.js';
import type { Journals } from '../journal/journals.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { MemoryStore } from '../store/stores/memory-store.js';
import type { ServerParts } from './parts.js';
import type { Deliveries } from '../webhooks/dispatcher.js';

/** A server without a host: it answers requests, and can be closed. */
export interface App {
  /** What the clients of sandboxes did wrong. */
  readonly conduct: Pick<Conduct, 'of'>;
  readonly deliveries: Deliveries;
  readonly pipeline: Pipeline;
  /** The procedures of all of its domains. */
  readonly router: () => Promise<AnyTRPCRouter>;
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

/** Builds a server. */
export function createApp(settings: Settings, declared: Api, parts: ServerParts): App {
  const api = atBase(declared, settings.base);
  const { platform } = parts;
  const metering = settings.metrics === 'on' ? platform.createMetering?.() : undefined;
  const watched = metering?.watched ?? unwatched;
  const own = parts.store ?? new MemoryStore(parts.machineNow);
  const store = metering?.watching(own) ?? own;
  const log = new Log(settings, parts.sink, parts.onError);
  const rest = createServices(settings, parts, {
    api,
    store,
    journal: parts.journal,
    watched,
    warn: (line) => log.warn(line),
  });
  const { registry: sandboxes, journals, access, deliveries } = rest;
  const timers = new Timers(parts.sleep);
  // What waits for its latency waits no longer than the server runs.
  const services = { ...rest, sleep: (ms: number, signal: AbortSignal) => timers.pause(ms, signal) };
  const streams = new EventStreams(settings.maxStreams, timers);
  const gauges = {
    totals: () => sandboxes.totals(),
    streams: () => streams.size,
    hashes: () => services.hashing.waiting,
  };
  const end = async (): Promise<void> => {
    timers.end();
    log.flush();
    sandboxes.close();
    await deliveries.close();
  };
  const readiness = new Readiness();
  const ready = async (): Promise<void> => {
    readiness.check();
    await store.check();
  };
  const alive = (): void => readiness.check();
  const { pages } = platform;
  const metrics = metering?.route(gauges, access);
  const { routes, router } = createRoutes(settings, {
    api,
    services,
    streams,
    metrics,
    pages,
    alive,
    ready,
    site: parts.site,
  });
  return {
    conduct: rest.conduct,
    deliveries,
    journals,
    router,
    sandboxes,
    warn: (line) => log.warn(line),
    dropped: () => watched.countRefusal('connection'),
    pipeline: new Pipeline({
      sandboxes,
      journals,
      access,
      faultApplier: new FaultApplier(services),
      settings,
      routes,
      site: parts.site,
      notFoundPage: pages?.notFoundPage,
      api,
      log,
      watched,
      guard: platform.createGuard?.({ settings, access, limiter: parts.limiter }),
      timers,
    }),
    leave: () => readiness.end(),
    handOver: async () => {
      await end();
      await journals.end();
      await parts.closeLimiter?.();
    },
    close: async () => {
      await end();
      await journals.close();
      await store.close();
      await parts.closeLimiter?.();
    },
  };
}
