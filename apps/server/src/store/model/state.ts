/** What a sandbox holds at a mark: its configuration, and the changed records over the seeded data. */
import { type StoredRule, snapshotConfig } from '@understudy/contract/sandboxes';
import type { z } from 'zod';
import { type ClockSetting, type ClockState, readClock, startingClock } from '../../kit/clock.js';
import { type ClaimsByUser, Dataset, type Sizes } from '../../kit/dataset.js';
import type { LoginSettings } from '../../kit/logins.js';
import {
  CLOCK_ID,
  clocks,
  type Counts,
  ruleLists,
  RULES_ID,
  sizeOf,
  type StoredRecord,
  uncounted,
  weightless,
} from './internal.js';
import { LRUCache } from '#platform/runtime';
import { Overlay } from './overlay.js';
import { View } from './view.js';

/** The configuration of a sandbox. */
export interface SandboxConfig extends LoginSettings {
  readonly seed: string;
  readonly sizes: Sizes;
  readonly clock: ClockSetting;
  /** Seconds without a request after which it is forgotten, in the memory store; null: never. */
  readonly ttl_seconds: number | null;
  /** Whether what no operation knows is refused; left out: not. */
  readonly strict?: boolean | undefined;
  /** Fault rules that hold until others are set; left out where there are none. */
  readonly faults?: readonly StoredRule[] | undefined;
}

/** What holds where a configuration says nothing. */
export interface ConfigDefaults {
  /** The configuration of a sandbox that nobody has configured. */
  readonly defaults: SandboxConfig;
  /** The size that each collection has by itself, whatever the server was started with. */
  readonly ownSizes: Sizes;
}

/** Bytes of a configuration that count against the limits of its sandbox: all but its rules and its clients is small. */
export function bytesOf({ faults, oauth_clients: clients }: SandboxConfig): number {
  return sizeOf(faults) + sizeOf(clients);
}

/** The configuration as stores and snapshots keep it: what passes can be shown. */
const storedConfig: z.ZodType<SandboxConfig> = snapshotConfig;

/**
 * Reads a configuration that a store keeps; null where there is none. A size that it lacks is that of a collection which
 * was added since, and its sandbox has that as it comes.
 */
export function readConfig(stored: unknown, { defaults, ownSizes }: ConfigDefaults): SandboxConfig {
  if (stored === null) return defaults;
  const config = storedConfig.parse(stored);
  // Behind those that it has, so that its snapshot stays the same to the byte where nothing is added.
  const added = Object.entries(ownSizes).filter(([name]) => !Object.hasOwn(config.sizes, name));
  return { ...config, sizes: { ...config.sizes, ...Object.fromEntries(added) } };
}

/** Datasets whose relations are kept; the others build theirs again when asked. */
const MAX_DATASETS = 64;

/** Gives out datasets by seed and sizes. */
export class Datasets {
  readonly #claims: ClaimsByUser | undefined;
  readonly #cache = new LRUCache<string, Dataset>({
    max: MAX_DATASETS,
    dispose: (dataset, _key, reason) => {
      if (reason === 'evict') dataset.forget();
    },
  });

  /** @param claims those that users begin with */
  constructor(claims?: ClaimsByUser) {
    this.#claims = claims;
  }

  /** The dataset of a seed and sizes. */
  get(seed: string, sizes: Sizes): Dataset {
    const key = JSON.stringify([seed, ...Object.entries(sizes)]);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const onBuild = (built: Dataset): void => {
      // It may have been forgotten while a sandbox still uses it.
      if (this.#cache.get(key) === undefined) this.#cache.set(key, built);
    };
    const dataset = new Dataset(seed, sizes, { onBuild, claims: this.#claims });
    this.#cache.set(key, dataset);
    return dataset;
  }
}

/** No rules: the same list for every sandbox that has none. */
const NO_RULES: readonly StoredRule[] = [];

/** What a state is made of, beside its configuration and the seeded data. */
export interface StateParts {
  readonly overlay?: Overlay;
  /** Bytes that its configuration takes, where that is not the one that all sandboxes share. */
  readonly configured?: number;
}

/** The state of a sandbox, as one process knows it. */
export class State {
  readonly config: SandboxConfig;
  /** The records, as a handler sees them. */
  readonly view: View;
  readonly #overlay: Overlay;
  readonly #configured: number;

  constructor(config: SandboxConfig, dataset: Dataset, { overlay = new Overlay(), configured = 0 }: StateParts = {}) {
    this.config = config;
    this.#configured = configured;
    this.view = new View(dataset, overlay);
    this.#overlay = overlay;
  }

  /** The same state, for changes that are seen there alone, until they are made here as well. */
  layer(): State {
    return new State(this.config, this.view.dataset, { overlay: this.#overlay.layer(), configured: this.#configured });
  }

  /** Takes over what changed. */
  apply(records: readonly StoredRecord[]): void {
    this.#overlay.apply(records);
  }

  get clock(): ClockState {
    return this.view.get(clocks, CLOCK_ID)?.state ?? startingClock(this.config.clock);
  }

  /** The fault rules in the order in which they are tried: the same array as long as nobody sets others. */
  get rules(): readonly StoredRule[] {
    return this.view.get(ruleLists, RULES_ID)?.rules ?? this.config.faults ?? NO_RULES;
  }

  /** The serial of the next rule that is set. */
  get nextSerial(): number {
    return this.view.get(ruleLists, RULES_ID)?.next ?? 1;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return readClock(this.clock);
  }

  /** What it holds, those records included whose life has ended, of all collections that a user can see or fill. */
  get held(): Counts {
    let { size: changed, bytes } = this.#overlay;
    for (const name of uncounted) {
      const aside = this.#overlay.of(name);
      changed -= aside.size;
      if (weightless.has(name)) bytes -= aside.bytes;
    }
    return { changed, bytes: bytes + this.#configured };
  }

  /** The part of that which is alive. */
  get counts(): Counts {
    const { changed, bytes } = this.held;
    const ended = this.#overlay.ended(this.now());
    return { changed: changed - ended.length, bytes: bytes - this.sizeOf(ended) };
  }

  /** Bytes of all its records, and of the rules of its configuration. */
  get bytes(): number {
    return this.#overlay.bytes + this.#configured;
  }

  /** Bytes that some records take at present. */
  sizeOf(records: readonly Pick<StoredRecord, 'collection' | 'id'>[]): number {
    return records.reduce((bytes, { collection, id }) => bytes + sizeOf(this.changedRecord(collection, id)), 0);
  }

  /** Whether anything but its clock and its fault rules was changed. */
  get written(): boolean {
    return this.held.changed > 0;
  }

  /** A changed record by the name of its collection; undefined where it was not changed. */
  changedRecord(collection: string, id: string): unknown {
    return this.#overlay.of(collection).get(id);
  }

  /** The removal of every record whose life has ended by an instant. */
  ended(now: number): StoredRecord[] {
    return this.#overlay.ended(now);
  }

  /** Every record that differs from the seeded data. */
  export(): StoredRecord[] {
    return this.#overlay.export(this.now());
  }
}
