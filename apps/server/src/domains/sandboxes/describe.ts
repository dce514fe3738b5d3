/** Tells of a sandbox as the control API does. */
import type { ListedSandbox, Sandbox as SandboxRecord } from '@understudy/contract';
import type { ControlFacts } from '../../call/control-domain.js';
import { clockMode, instantText } from '../../kit/clock.js';
import { DATA_VERSION } from '../../kit/world.js';
import { Sandbox } from '../../state/sandbox.js';
import type { Listed } from '../../state/sandboxes.js';

type Addresses = Pick<ControlFacts<unknown>, 'baseUrl'>;

/** What the control API says of a sandbox. */
export function describe(sandbox: Sandbox, { baseUrl }: Addresses): SandboxRecord {
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
    strict: config.strict ?? false,
  };
}

/** What it says of one in the list of all. */
export function describeListed({ name, sandbox }: Listed, addresses: Addresses): ListedSandbox {
  if (sandbox instanceof Sandbox) return describe(sandbox, addresses);
  return { name, base_url: addresses.baseUrl(name), unreadable: sandbox.reason };
}
