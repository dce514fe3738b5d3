/** How a sandbox is configured: what a reset goes back to. */
import { snapshotConfig } from '@understudy/contract';
import type { z } from 'zod';
import type { ClockSetting } from '../../kit/clock.js';
import type { Sizes } from '../../kit/world.js';

/** The configuration of a sandbox. */
export interface SandboxConfig {
  readonly seed: string;
  readonly sizes: Sizes;
  readonly clock: ClockSetting;
  /** Seconds without a request after which it is forgotten, in the memory store; null: never. */
  readonly ttl_seconds: number | null;
  /** Whether what no operation knows is refused; left out: not. */
  readonly strict?: boolean | undefined;
}

/** The configuration as stores and snapshots keep it: what passes can be shown. */
export const sandboxConfig: z.ZodType<SandboxConfig> = snapshotConfig;
