/** What anyone may do to sandboxes where everyone can reach the server, and no token says who is who. */
import { ProblemError } from '../../kit/problem-error.js';
import { tooManyConfigured } from '../model/full.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxConfig } from '../model/sandbox-config.js';
import type { Store } from '../stores/store.js';

/** Bounds on how strangers configure sandboxes. */
export interface StrangerLimits {
  /** Sandboxes that may be configured, since those make no room for others. */
  readonly maxConfigured: number;
  /** Longest idle life that may be asked for, in seconds; null: any. */
  readonly longestLife: number | null;
}

function outlives(life: number | null, longest: number | null): boolean {
  return longest !== null && (life === null || life > longest);
}

/** Refuses a configuration by which a stranger would take more than others leave. */
export async function checkStranger(
  { maxConfigured, longestLife }: StrangerLimits,
  { sandbox, config, store }: { readonly sandbox: Sandbox; readonly config: SandboxConfig; readonly store: Store },
): Promise<void> {
  if (outlives(config.ttl_seconds, longestLife)) {
    throw new ProblemError('forbidden', {
      detail: `on a public address without an admin token, ttl_seconds is at most ${longestLife}; start the server with --admin-token, or a longer --sandbox-ttl`,
    });
  }
  if (sandbox.isConfigured) return;
  const configured = (await store.list()).filter(({ isConfigured }) => isConfigured).length;
  if (configured >= maxConfigured) throw tooManyConfigured(maxConfigured);
}
