/**
 * What sandboxes are, found without reading all that they hold, and what one was before its last writes, for reads
 * that are to be late.
 */
import type { StoredRule } from '@understudy/contract/sandboxes';
import { type ClockState, readClock, startingClock } from '../../kit/clock.js';
import type { Collection } from '../../kit/collection.js';
import {
  clocks,
  type Counts,
  ruleLists,
  sizeOf,
  uncounted,
  weightless,
  REMOVED,
  type StoredRecord,
} from '../model/internal.js';
import { bytesOf, type ConfigDefaults, readConfig, type SandboxConfig, type State } from '../model/state.js';
import { type Changes, isBlank, type Lifetime, type Store } from '../stores/store.js';
import { readFailure, UnreadableState } from '../model/failures.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';

/** What a sandbox is, and how much it holds. */
export interface Overview {
  readonly name: string;
  readonly config: SandboxConfig;
  /** Writes since it was made or reset. */
  readonly revision: number;
  readonly clock: ClockState;
  readonly counts: Counts;
  /** Its fault rules, in the order in which they are tried. */
  readonly rules: readonly StoredRule[];
}

/** The overview of a sandbox that nobody has written to, or configured. */
export function unwritten(name: string, config: SandboxConfig): Overview {
  const { clock, faults: rules = [] } = config;
  return { name, config, revision: 0, clock: startingClock(clock), counts: { changed: 0, bytes: 0 }, rules };
}

/** The one record of an internal collection among some; undefined where it is not there. */
function onlyIn<Item extends { readonly id: string }>(
  { records }: Changes,
  { name, schema }: Collection<Item>,
): Item | undefined {
  const found = records.find(({ collection }) => collection === name);
  return found && schema.parse(found.value);
}

/** Bytes of the records among some that count as bytes alone. */
function weightOf({ records }: Changes): number {
  const weighed = records.filter(({ collection }) => !weightless.has(collection));
  return weighed.reduce((bytes, { value }) => bytes + sizeOf(value), 0);
}

/** What a store has of a sandbox; undefined where it has nothing, or throws `UnreadableState`. */
export async function overviewOf(store: Store, name: string, defaults: ConfigDefaults): Promise<Overview | undefined> {
  try {
    return await overviewIn(store, name, defaults);
  } catch (failure) {
    throw readFailure(name, failure);
  }
}

async function overviewIn(store: Store, name: string, defaults: ConfigDefaults): Promise<Overview | undefined> {
  const found = await store.glance(name, [...uncounted]);
  if (found === undefined || isBlank(found)) return undefined;
  const config = readConfig(found.config, defaults);
  const clock = onlyIn(found, clocks)?.state ?? startingClock(config.clock);
  const { generation, revision } = found.mark;
  const { changed, bytes } = await store.count({ generation, without: [...uncounted], now: readClock(clock) });
  const beside = weightOf(found) + (found.config === null ? 0 : bytesOf(config));
  const rules = onlyIn(found, ruleLists)?.rules ?? config.faults ?? [];
  return { name, config, revision, clock, counts: { changed, bytes: bytes + beside }, rules };
}

/** A sandbox in the list of all. */
export interface Listed {
  readonly name: string;
  /** Position in the order of coming into being; that of the default one is -1. */
  readonly position: number;
  /** When it came into being and was used last; undefined where nothing is kept of it. */
  readonly lifetime: Lifetime | undefined;
}

/**
 * The sandboxes that were written to or configured, in the order in which they first were, after the default one. What
 * they are is asked only of those that somebody is shown: there may be very many.
 */
export async function listSandboxes(store: Store): Promise<readonly Listed[]> {
  const stored = await store.list();
  const lifetime = stored.find(({ name }) => name === DEFAULT_SANDBOX)?.lifetime;
  const others = stored.filter((listed) => listed.name !== DEFAULT_SANDBOX && !listed.isBlank);
  return [{ name: DEFAULT_SANDBOX, position: -1, lifetime }, ...others];
}

/** What a sandbox of the list is, or why it cannot be read; one that is forgotten meanwhile is as every name that nobody has used. */
export async function overviewOfListed(
  store: Store,
  name: string,
  defaults: ConfigDefaults,
): Promise<Overview | UnreadableState> {
  try {
    return (await overviewOf(store, name, defaults)) ?? unwritten(name, defaults.defaults);
  } catch (failure) {
    if (failure instanceof UnreadableState) return failure;
    throw failure;
  }
}

/** One change, and what undoes it. */
interface Change {
  /** When it was made, by the clock of the sandbox, in ms since 1970. */
  readonly at: number;
  readonly before: readonly StoredRecord[];
}

/** Changes that are remembered. */
const MAX_CHANGES = 1000;

/** Clients of which it is known what they wrote last. */
const MAX_WRITERS = 1000;

/** A record as it was; one that was created is removed, and leaves its position empty. */
function undoing(state: State, { collection, id, order }: StoredRecord): StoredRecord {
  const before = state.changedRecord(collection, id);
  return { collection, id, value: before ?? (order === null ? null : REMOVED), order: null, expires: null };
}

/** How late a read is. */
export interface Lateness {
  /** What was written after this instant is not seen, in ms since 1970. */
  readonly until: number;
  /** Who reads, and sees all that was there when its own last write was made; undefined where that makes no difference. */
  readonly client: string | undefined;
}

/** The last changes of a sandbox. */
export class History {
  #changes: Change[] = [];
  /** How many there were before those. */
  #forgotten = 0;
  readonly #writers = new Map<string, number>();

  /** Notes what some records were, before they are written. */
  add(state: State, records: readonly StoredRecord[]): void {
    this.#changes.push({ at: state.now(), before: records.map((record) => undoing(state, record)).toReversed() });
    if (this.#changes.length > 2 * MAX_CHANGES) {
      this.#forgotten += MAX_CHANGES;
      this.#changes = this.#changes.slice(MAX_CHANGES);
    }
  }

  /** Notes that a client has just written. */
  wrote(client: string): void {
    if (this.#writers.size >= MAX_WRITERS) this.#writers.clear();
    this.#writers.set(client, this.#forgotten + this.#changes.length);
  }

  /** The state as it was; undefined where nothing was written since. */
  stateAt(state: State, { until, client }: Lateness): State | undefined {
    const own = client === undefined ? 0 : (this.#writers.get(client) ?? 0) - this.#forgotten;
    const later = this.#changes.slice(Math.max(0, own)).filter(({ at }) => at > until);
    if (later.length === 0) return undefined;
    const past = state.layer();
    for (const { before } of later.toReversed()) past.apply(before);
    return past;
  }
}
