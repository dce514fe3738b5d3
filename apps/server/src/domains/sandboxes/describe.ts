/** Tells of a sandbox as the control API does. */
import type { Sandbox as SandboxRecord } from '@understudy/contract';
import type { ControlFacts } from '../../call/control-domain.js';
import { clockMode, instantText } from '../../kit/clock.js';
import { DATA_VERSION } from '../../kit/world.js';
import type { Sandbox } from '../../state/sandbox.js';

/** What the control API says of a sandbox. */
export function describe(sandbox: Sandbox, { baseUrl }: Pick<ControlFacts<unknown>, 'baseUrl'>): SandboxRecord {
  const { name, config, revision, clock, state } = sandbox;
  return {
    name,
    base_url: baseUrl(name),
    seed: config.seed,
    sizes: { ...config.sizes },
    data_version: DATA_VERSION,
    revision,
    clock: { mode: clockMode(clock), now: instantText(sandbox.now()) },
    counts: { changed: state.changed },
    ttl_seconds: config.ttl_seconds,
  };
}
