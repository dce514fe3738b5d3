/** Builds a server on a store that has to be opened: a file or a database. */
import type { Api } from '../call/api.js';
import type { AnyImplementation } from '../call/domain.js';
import type { SharedLimiter } from '../guard/limits.js';
import type { JournalStore } from '../journal/journal-store.js';
import { DATA_VERSION } from '../kit/dataset.js';
import { type Named, OptionError, type Settings } from '../options/options.js';
import { journalsOf, openLimiter, openStore } from '../store/open-store.js';
import { type DatasetSpec, type SeededDomain, sizesText } from '../store/stores/compatibility.js';
import { MemoryStore } from '../store/stores/memory-store.js';
import { type Store, StoreRefused } from '../store/stores/store.js';
import { type App, createApp, journalLimits } from './app.js';
import { nodePlatform } from './node-platform.js';
import type { ServerParts } from './parts.js';
import { shown } from '../options/option.js';

/** The error that names the option at odds with the store. */
function unusable(settings: Settings, named: Named, refused: StoreRefused): OptionError {
  const { option, message } = refused;
  const name = named(option);
  // A path says nothing of what has changed in the file.
  if (option === 'data' || option === 'openapi')
    return new OptionError(`${name} has changed, but ${message}`, { cause: refused });
  const value = option === 'size' ? sizesText(settings.size) : settings[option];
  return new OptionError(`${name} is ${shown(value)}, but ${message}`, { cause: refused });
}

/** What a server takes whose store is opened, which may fail. */
interface Opening extends Omit<ServerParts, 'platform'> {
  readonly named: Named;
}

/** A domain, as far as it concerns a store. */
function storedDomain({ contract: { name }, collections, migrations }: AnyImplementation): SeededDomain {
  const kept = collections.map((collection) => ({
    name: collection.name,
    defaultSize: collection.defaultSize,
    fingerprint: collection.fingerprint,
    schema: collection.schema,
    migrate: migrations.get(collection),
  }));
  return { name, collections: kept };
}

/** The seeded data of a server, and what its records are. */
export async function datasetOf({ seed, size: sizes }: Settings, api: Api): Promise<DatasetSpec> {
  return { dataVersion: DATA_VERSION, seed, sizes, domains: (await api.whole()).domains.map(storedDomain) };
}

/** The store that the options name. Only one that outlives the process asks what its records are of. */
async function storeOf(settings: Settings, api: Api, warn: (line: string) => void): Promise<Store> {
  if (settings.store === 'memory') return new MemoryStore();
  return openStore(settings.store, await datasetOf(settings, api), warn);
}

/**
 * Builds a server on the store that its options name, or that it is given; one that cannot be used is an OptionError.
 */
export async function openApp(settings: Settings, api: Api, parts: Opening): Promise<App> {
  const openJournals = await journalsOf(settings.store);
  const warnings: string[] = [];
  let warn = (line: string): void => void warnings.push(line);
  let store: Store | undefined;
  let journal: JournalStore | undefined;
  let limiter: SharedLimiter | undefined;
  try {
    store = parts.store ?? (await storeOf(settings, api, (line) => warn(line)));
    journal = parts.journal;
    if (journal === undefined && settings.maxJournal > 0) {
      journal = await openJournals({ limits: journalLimits(settings), warn: (line) => warn(line) });
    }
    limiter = settings.rateLimit === null ? undefined : await openLimiter(settings.store);
    const shared = { limiter: limiter?.open, closeLimiter: limiter?.close };
    const app = createApp(settings, api, { ...parts, platform: nodePlatform, store, journal, ...shared });
    warn = app.warn;
    for (const line of warnings) warn(line);
    await app.sandboxes.begin();
    // What was to be delivered when the last process ended waits for no request.
    await app.deliveries.watch((after, limit) => app.sandboxes.unfinished(after, limit));
    return app;
  } catch (error) {
    // What it was given is not its own.
    if (parts.journal === undefined) await journal?.close();
    if (parts.store === undefined) await store?.close();
    await limiter?.close();
    throw error instanceof StoreRefused ? unusable(settings, parts.named, error) : error;
  }
}
