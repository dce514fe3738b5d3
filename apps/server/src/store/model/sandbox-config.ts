/** How a sandbox is configured: what a reset goes back to. */
import { type KeptRule, snapshotConfig } from '@understudy/contract/sandboxes';
import type { z } from 'zod';
import type { ClockSetting } from '../../kit/clock.js';
import type { Sizes } from '../../kit/dataset.js';
import type { LoginSettings } from '../../kit/login-settings.js';
import { sizeOf } from './size.js';

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
  readonly faults?: readonly KeptRule[] | undefined;
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
