/** Describes a sandbox as the control API does. */
import type { ListedSandbox, Sandbox as SandboxRecord } from '@understudy/contract/sandboxes';
import { clockMode, instantText, readClock } from '../../kit/clock.js';
import type { RegistryContext } from '../../kit/context.js';
import { DATA_VERSION } from '../../kit/dataset.js';
import type { Overview } from '../../state/registry/overview.js';
import type { Listed } from '../../state/registry/list-sandboxes.js';
import { UnreadableState } from '../../state/model/unreadable-state.js';

type Addresses = Pick<RegistryContext, 'baseUrlOf'>;

const instantOrNull = (ms: number | null = null): string | null => (ms === null ? null : instantText(ms));

/** What the control API says of a sandbox. */
export function describe(sandbox: Overview, { baseUrlOf }: Addresses): SandboxRecord {
  const { name, config, revision, clock, counts, rules } = sandbox;
  return {
    name,
    base_url: baseUrlOf(name),
    seed: config.seed,
    sizes: { ...config.sizes },
    data_version: DATA_VERSION,
    revision,
    clock: { mode: clockMode(clock), now: instantText(readClock(clock)) },
    counts: { ...counts, fault_rules: rules.length },
    ttl_seconds: config.ttl_seconds,
    strict: config.strict ?? false,
    login: config.login ?? 'automatic',
    id_token_claims: config.id_token_claims ?? 'scopes',
    scopes: config.scopes ? [...config.scopes] : null,
    oauth_clients: [...(config.oauth_clients ?? [])],
    dpop_nonce: config.dpop_nonce ?? 'optional',
    device_auto_approve: config.device_auto_approve ?? null,
  };
}

/** What it says of one in the list of all. */
export async function describeListed(listed: Listed, addresses: Addresses): Promise<ListedSandbox> {
  const { name, lifetime } = listed;
  const overview = await listed.overview();
  if (overview instanceof UnreadableState) {
    return { name, base_url: addresses.baseUrlOf(name), unreadable: overview.reason };
  }
  return {
    ...describe(overview, addresses),
    created_at: instantOrNull(lifetime?.createdAt),
    last_used_at: instantOrNull(lifetime?.usedAt),
  };
}
