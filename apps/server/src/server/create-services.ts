/** Makes what the calls of one server share, from its options. */
import { Access, ControlTokens } from '../call/access.js';
import { type Api, meetingFaults } from '../call/api.js';
import { FairPool } from '../call/fair-pool.js';
import type { Services } from '../call/services.js';
import { findClient } from '../identity/clients.js';
import { redirectRules } from '../identity/redirects.js';
import { Newcomers } from '../guard/limits.js';
import type { JournalLimits, JournalStore } from '../journal/journal-store.js';
import { loadedLater } from '../kit/made-once.js';
import { isLoopback } from '../kit/sandbox-address.js';
import type { WebhookPayloads } from '../kit/implement.js';
import { loginSettings } from '../kit/logins.js';
import { scheduler } from '../listing/scheduler.js';
import { Journals } from '../journal/journals.js';
import { MemoryJournals } from '../journal/memory.js';
import { Scanner } from '../listing/scanner.js';
import type { Watched } from '../kit/watched.js';
import type { Settings } from '../options/options.js';
import { Datasets } from '../store/model/state.js';
import { Sandboxes } from '../store/registry/sandboxes.js';
import type { Store } from '../store/stores/store.js';
import type { ServerParts } from './parts.js';
import { version } from './version.js';
import type { Deliveries } from '../webhooks/dispatcher.js';
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
function newcomersOf({ host, maxSandboxesPerClient }: Settings): Newcomers | undefined {
  return isLoopback(host) ? undefined : new Newcomers(maxSandboxesPerClient);
}

/** How much the journals of a server may keep. */
export function journalLimits(settings: Settings): JournalLimits {
  const { maxJournal: entries, maxJournalBytes: bytes, maxTotalJournalBytes: totalBytes } = settings;
  return { entries, bytes, totalBytes };
}

/** Makes what the calls of a server share. */
export function createServices(
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
  const monotonic = parts.monotonic ?? (() => performance.now());
  const machineNow = parts.machineNow ?? (() => Date.now());
  const tokens = new ControlTokens(store, machineNow);
  const access = new Access(settings, tokens);
  const strangers = access.isOpen
    ? { maxConfigured: Math.ceil(maxSandboxes / 2), longestLife: ttl_seconds }
    : undefined;
  const maxSizes = Object.entries(sizes).map(([name, size]) => [name, Math.max(size, MAX_SIZE)]);
  return {
    scanner: new Scanner(),
    registry: new Sandboxes(kept, {
      maxSandboxes,
      monotonic,
      strangers,
      warn,
      changed: parts.changed,
      forgotten: watched.countForgotten,
      newcomers: newcomersOf(settings),
    }),
    journals,
    conduct: parts.platform.createConduct({
      journals,
      machineNow: () => Date.now(),
      isPublic,
      count: watched.countVerdicts,
    }),
    archive: async (entries, baseUrl) => scheduler.run((await har()).harOf(entries, { version, baseUrl })),
    turns: scheduler,
    collections: async () => (await api.whole()).collections,
    operations: meetingFaults(api),
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
