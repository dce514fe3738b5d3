/** Makes an attempt one process's own for a while: another takes it over when that process dies. */
import { later } from '#platform/runtime';
import { Draft } from '../kit/draft.js';
import type { WritableRecords } from '../kit/records.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { toStored, ViewAt } from '../store/model/view.js';
import { type DeliveryRecord, webhookDeliveries } from './records.js';

/** A process owns an attempt for this long, which is longer than an attempt may take. */
const LEASE_MS = 30_000;

/** Pause between two tries to record what came of an attempt. */
const PAUSE_MS = 1000;

/** An attempt that this process owns. */
interface Claim {
  /** The delivery as it was claimed. */
  readonly delivery: DeliveryRecord;
  /** Generation of the sandbox: after a reset ids begin anew, and it is another. */
  readonly generation: number;
}

/** Changes records of a sandbox in a write of its own, as often as it takes. */
async function change(sandbox: Sandbox, apply: (records: WritableRecords) => void): Promise<void> {
  await sandbox.commits.commit(async ({ view }) => {
    const draft = new Draft(new ViewAt(view, sandbox.now()));
    apply(draft);
    return { records: toStored(view, draft.writes), result: undefined };
  });
}

/** Changes what is claimed, unless somebody else has taken it over, or it is gone; answers whether it was changed. */
async function changeClaimed(
  sandbox: Sandbox,
  { delivery, generation }: Claim,
  apply: (records: WritableRecords, delivery: DeliveryRecord) => void,
): Promise<boolean> {
  let isOurs = false;
  await change(sandbox, (records) => {
    const found = records.get(webhookDeliveries, delivery.id);
    isOurs = sandbox.mark.generation === generation && found?.leased_until === delivery.leased_until;
    if (isOurs && found !== undefined) apply(records, found);
  });
  return isOurs;
}

/** Waits for a moment, or until it is given up. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = later(end, PAUSE_MS);
    signal.addEventListener('abort', end);
  });
}

/** What came of an attempt, and how long it is worth recording. */
interface Recording {
  readonly apply: (records: WritableRecords, delivery: DeliveryRecord) => void;
  /** The clock of the machines, in ms since 1970. */
  readonly machineNow: () => number;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Changes what is claimed as {@link changeClaimed} does, and tries again while the store is away: the receiver has had
 * the delivery, and would have it a second time. Whoever comes after the end of the lease makes another attempt.
 */
export async function changeInLease(
  sandbox: Sandbox,
  claimed: Claim,
  { apply, machineNow, signal }: Recording,
): Promise<boolean> {
  for (;;) {
    try {
      return await changeClaimed(sandbox, claimed, apply);
    } catch (failure) {
      if (!signal.aborted) await pause(signal);
      if (signal.aborted || claimed.delivery.leased_until <= machineNow()) throw failure;
    }
  }
}

/** Makes the next attempt this process's own; undefined where another was quicker. Instants are in ms since 1970. */
export async function claim(
  sandbox: Sandbox,
  { id, attempts }: DeliveryRecord,
  machineNow: () => number,
): Promise<Claim | undefined> {
  let claimed: Claim | undefined;
  await change(sandbox, (records) => {
    const found = records.get(webhookDeliveries, id);
    const now = machineNow();
    claimed = undefined;
    if (found === undefined || found.attempts !== attempts || found.leased_until > now) return;
    const delivery = records.put(webhookDeliveries, { ...found, leased_until: now + LEASE_MS });
    claimed = { delivery, generation: sandbox.mark.generation };
  });
  return claimed;
}

/** Gives an attempt back that was not made, so that nobody has to wait for the end of the lease. */
export async function release(sandbox: Sandbox, claimed: Claim): Promise<void> {
  await changeClaimed(sandbox, claimed, (records, delivery) => {
    records.put(webhookDeliveries, { ...delivery, leased_until: 0 });
  });
}
