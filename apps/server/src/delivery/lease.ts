/** Makes an attempt one process's own for a while: another takes it over when that process dies. */
import { Draft } from '../state/draft.js';
import type { Sandbox } from '../state/sandbox.js';
import { toStored } from '../state/writes.js';
import { type DeliveryRecord, webhookDeliveries } from './records.js';

/** A process owns an attempt for this long, which is longer than an attempt may take. */
const LEASE_MS = 30_000;

/** Changes records of a sandbox in a write of its own, as often as it takes. */
export async function change(sandbox: Sandbox, apply: (draft: Draft) => void): Promise<void> {
  await sandbox.commits.commit(async ({ view }) => {
    const draft = new Draft(view);
    apply(draft);
    return { records: toStored(view, draft.writes), told: undefined };
  });
}

/** Whether a delivery is still the one that was claimed; after a reset ids begin anew, and the lease tells them apart. */
export function isStillOurs(delivery: DeliveryRecord | undefined, claimed: DeliveryRecord): delivery is DeliveryRecord {
  return delivery?.leased_until === claimed.leased_until && delivery.body === claimed.body;
}

/** Makes the next attempt this process's own; undefined where another was quicker. Instants are in ms since 1970. */
export async function claim(
  sandbox: Sandbox,
  { id, attempts }: DeliveryRecord,
  machineNow: () => number,
): Promise<DeliveryRecord | undefined> {
  let claimed: DeliveryRecord | undefined;
  await change(sandbox, (draft) => {
    const found = draft.get(webhookDeliveries, id);
    const now = machineNow();
    claimed = undefined;
    if (found === undefined || found.ended_at !== 0 || found.attempts !== attempts || found.leased_until > now) return;
    claimed = draft.put(webhookDeliveries, { ...found, leased_until: now + LEASE_MS });
  });
  return claimed;
}

/** Gives an attempt back that was not made, so that nobody has to wait for the end of the lease. */
export async function release(sandbox: Sandbox, claimed: DeliveryRecord): Promise<void> {
  await change(sandbox, (draft) => {
    const found = draft.get(webhookDeliveries, claimed.id);
    if (isStillOurs(found, claimed)) draft.put(webhookDeliveries, { ...found, leased_until: 0 });
  });
}
