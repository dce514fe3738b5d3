/** What a sandbox is, found without reading all that it holds. */
import { type ClockState, readClock, startingClock } from '../../kit/clock.js';
import { clocks, uncounted } from '../model/internal.js';
import { type ConfigDefaults, readConfig, type SandboxConfig } from '../model/sandbox-config.js';
import type { Counts } from '../model/counts.js';
import { type Changes, isBlank, type Store } from '../stores/store.js';
import { readFailure } from '../model/unreadable-state.js';

/** What a sandbox is, and how much it holds. */
export interface Overview {
  readonly name: string;
  readonly config: SandboxConfig;
  /** Writes since it was made or reset. */
  readonly revision: number;
  readonly clock: ClockState;
  readonly counts: Counts;
}

/** The overview of a sandbox that nobody has written to, or configured. */
export function unwritten(name: string, config: SandboxConfig): Overview {
  return { name, config, revision: 0, clock: startingClock(config.clock), counts: { changed: 0, bytes: 0 } };
}

/** The clock among some records, or the one that a sandbox starts with. */
function clockIn({ records }: Changes, config: SandboxConfig): ClockState {
  const found = records.find(({ collection }) => collection === clocks.name);
  return found === undefined ? startingClock(config.clock) : clocks.schema.parse(found.value).state;
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
  const clock = clockIn(found, config);
  const { generation, revision } = found.mark;
  const counts = await store.count({ generation, without: [...uncounted], now: readClock(clock) });
  return { name, config, revision, clock, counts };
}
