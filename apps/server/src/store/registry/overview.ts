/** What a sandbox is, and the list of all of them, found without reading all that they hold. */
import type { StoredRule } from '@understudy/contract/sandboxes';
import { type ClockState, readClock, startingClock } from '../../kit/clock.js';
import type { Collection } from '../../kit/collection.js';
import { clocks, type Counts, ruleLists, sizeOf, uncounted, weightless } from '../model/internal.js';
import { bytesOf, type ConfigDefaults, readConfig, type SandboxConfig } from '../model/state.js';
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
  const kept = await store.list();
  const lifetime = kept.find(({ name }) => name === DEFAULT_SANDBOX)?.lifetime;
  const others = kept.filter((listed) => listed.name !== DEFAULT_SANDBOX && !listed.isBlank);
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
