/** How a sandbox is configured: what a reset goes back to. */
import { z } from 'zod';
import type { ClockSetting } from '../kit/clock.js';
import type { Sizes } from '../kit/world.js';

/** The configuration of a sandbox. */
export interface SandboxConfig {
  readonly seed: string;
  readonly sizes: Sizes;
  readonly clock: ClockSetting;
  /** Seconds without a request after which it is forgotten, in the memory store; null: never. */
  readonly ttl_seconds: number | null;
}

/** The configuration as stores and snapshots keep it. */
export const sandboxConfig: z.ZodType<SandboxConfig> = z.object({
  seed: z.string(),
  sizes: z.record(z.string(), z.int().min(0)),
  clock: z.union([z.literal('real'), z.int()]),
  ttl_seconds: z.int().min(1).nullable(),
});
