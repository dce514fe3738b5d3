/** Puts a server together from its options and its domains: services, routes, pipeline. */
import type { AnyTRPCRouter } from '@trpc/server';
import { type Api, atBase, faultableOperations } from '../call/api.js';
import { FaultApplier } from '../call/apply-faults.js';
import type { Conduct } from '../conduct/conduct.js';
import { Pipeline } from '../http/pipeline.js';
import { EventStreams } from '../http/event-streams.js';
import { Log } from '../http/log.js';
import { unwatched, type Watched } from '../kit/watched.js';
import { Timers } from '../http/timers.js';
import type { Settings } from '../options/options.js';
import { createRoutes } from './create-routes.js';
import { Readiness } from '../http/guard.js';
import { journalNow } from '../journal/entry.js';
import { Journals } from '../journal/journals.js';
import { Sandboxes } from '../store/registry/sandboxes.js';
import { MemoryStore } from '../store/stores/memory-store.js';
import type { ServerParts } from './parts.js';
import type { Deliveries } from '../webhooks/dispatcher.js';
import { Access, ControlTokens } from '../call/access.js';
import { FairPool, type Services } from '../call/services.js';
import { findClient } from '../identity/clients.js';
import { redirectRules } from '../identity/redirects.js';
import { SandboxQuota } from '../guard/limits.js';
import type { JournalLimits, JournalStore } from '../journal/journal-store.js';
import { loadedLater } from '../kit/made-once.js';
import { isLoopback } from '../kit/sandbox-address.js';
import type { WebhookPayloads } from '../kit/implement.js';
import { loginSettings } from '../kit/logins.js';
import { scheduler } from '../listing/scheduler.js';
import { MemoryJournals } from '../journal/memory.js';
import { Scanner } from '../listing/scanner.js';
import { Datasets } from '../store/model/state.js';
import type { Store } from '../store/stores/store.js';
import { version } from './version.js';
import { Outbox } from '../webhooks/outbox.js';

/**
 * Two of the four threads that Node has for such work, so that signatures, files and names of hosts never wait for
 * passwords. At some 10 ms each, those that may wait are done in about 3 s; four batches of one request fit in.
 */
const HASHING = { slots: 2, maxOwned: 200 };

/** Few servers are ever asked for an archive. */
const har = loadedLater(() => import('../journal/har.js'));

/** Idle life of a sandbox in memory, in seconds. */
const HOUR = 3600;

/** What keeps the sandboxes, where to say what is wrong with them, and what they hold. */
interface StoreParts {
  readonly api: Api;
  readonly store: Store;
  /** Keeps the journals; left out where this process does. */
  readonly journal?: JournalStore | undefined;
  readonly watched: Watched;
  readonly warn: (line: string) => void;
}

/** Whether a client of OAuth is public; one that is not registered may be either. */
function isPublic(clientId: string): boolean | undefined {
  const { secret } = findClient(clientId);
  return secret === undefined ? undefined : secret === null;
}

/** The event types of all domains. */
function eventTypes({ domains }: Api): ReadonlySet<string> {
  return new Set(domains.flatMap(({ contract }) => Object.keys(contract.events)));
}

/** What the webhooks of OpenAPI documents carry. */
function documentedWebhooks({ domains }: Api): WebhookPayloads {
  return Object.assign({}, ...domains.map((domain) => ('document' in domain ? domain.document?.webhooks : undefined)));
}

/** A call may ask for collections this large, or as large as the server's own. */
const MAX_SIZE = 100_000;

/** Counts what strangers bring into being, where they are not all on this machine. */
function sandboxQuotaOf({ host, maxSandboxesPerClient }: Settings): SandboxQuota | undefined {
  return isLoopback(host) ? undefined : new SandboxQuota(maxSandboxesPerClient);
}

/** How much the journals of a server may keep. */
export function journalLimits(settings: Settings): JournalLimits {
  const { maxJournal: entries, maxJournalBytes: bytes, maxTotalJournalBytes: totalBytes } = settings;
  return { entries, bytes, totalBytes };
}

/** Makes what the calls of a server share. */
function createServices(
  settings: Settings,
  parts: ServerParts,
  { api, store, journal, watched, warn }: StoreParts,
): Omit<Services, 'sleep'> & { readonly deliveries: Deliveries } {
  const { seed, size: sizes, clock, strict, maxSandboxes } = settings;
  // What is kept in a database is forgotten only where somebody has asked for that.
  const { sandboxTtl: ttl_seconds = store.exclusive ? HOUR : null } = settings;
  const { login: mode, idTokenClaims: id_token_claims, oauthScopes } = settings;
  const { rules = [] } = parts;
  const login = loginSettings({
    login: mode,
    id_token_claims,
    scopes: oauthScopes.length > 0 ? oauthScopes : null,
  });
  const defaults = {
    seed,
    sizes,
    clock,
    ttl_seconds,
    strict,
    ...login,
    ...(rules.length > 0 ? { faults: rules } : {}),
  };
  const journals = new Journals(journal ?? new MemoryJournals(journalLimits(settings)), {
    isOn: settings.maxJournal > 0,
    createOutgoing: parts.platform.createOutgoing,
  });
  const { maxRecords, maxTotalBytes } = settings;
  const limits = { maxRecords, maxBytes: Math.min(settings.maxBytes, maxTotalBytes), maxTotalBytes };
  const kept = { store, datasets: new Datasets(parts.claims), defaults, ownSizes: api.sizes, journals, limits };
  const monotonic = parts.monotonic ?? journalNow;
  const machineNow = parts.machineNow ?? (() => Date.now());
  const tokens = new ControlTokens(store, machineNow);
  const access = new Access(settings, tokens);
  const anonymousLimits = access.isOpen
    ? { maxConfigured: Math.ceil(maxSandboxes / 2), longestLife: ttl_seconds }
    : undefined;
  const maxSizes = Object.entries(sizes).map(([name, size]) => [name, Math.max(size, MAX_SIZE)]);
  return {
    scanner: new Scanner(),
    registry: new Sandboxes(kept, {
      maxSandboxes,
      monotonic,
      anonymousLimits,
      warn,
      changed: parts.changed,
      forgotten: watched.countForgotten,
      sandboxQuota: sandboxQuotaOf(settings),
    }),
    journals,
    conduct: parts.platform.createConduct({
      journals,
      machineNow: () => Date.now(),
      isPublic,
      api,
      count: watched.countVerdicts,
    }),
    archive: async (entries, baseUrl) => scheduler.run((await har()).harOf(entries, { version, baseUrl })),
    scheduler,
    collections: async () => (await api.whole()).collections,
    operations: faultableOperations(api),
    access,
    tokens,
    users: parts.platform.users,
    hashing: new FairPool({ ...HASHING, maxWaiting: settings.maxHashes }),
    idempotencyInUse: settings.idempotencyInUse,
    outbox: new Outbox(settings.webhookDelivery === 'on', eventTypes(api), documentedWebhooks(api)),
    deliveries: parts.platform.createDeliveries({
      isReal: settings.webhookDelivery === 'on',
      schedule: settings.webhookRetry,
      host: settings.host,
      allow: settings.webhookAllow,
      resolve: parts.resolve,
      machineNow,
      monotonic,
      count: watched.countDelivery,
      record: (sandbox, attempt) => journals.recordDelivery(sandbox, attempt),
      lookEveryMs: parts.lookEveryMs,
    }),
    limits: {
      maxRecords,
      maxRegistrations: settings.maxRegistrations,
      maxSizes: Object.fromEntries(maxSizes),
      redirects: redirectRules(settings.oauthRedirectAllow, settings.host),
    },
    warn,
    machineNow,
  };
}

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
    sandboxes.close();
    await deliveries.close();
    log.flush();
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
