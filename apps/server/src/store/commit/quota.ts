/** Holds a write against the limits of its sandbox, and makes room with what has ended. */
import { tooManyBytes, tooManyBytesInAll, tooManyRecords } from '../model/failures.js';
import { uncounted, weightless } from '../model/internal.js';
import type { CommitTarget, Limits } from './commit-queue.js';
import { type Counts, sizeOf, type StoredRecord } from '../model/stored-record.js';
import type { State } from '../model/state.js';

/** By how much some records make a state grow. */
function growth(state: State, records: readonly StoredRecord[]): Counts {
  const last = new Map(records.map((record) => [`${record.collection}/${record.id}`, record]));
  let [changed, bytes] = [0, 0];
  for (const { collection, id, value } of last.values()) {
    const before = state.changedRecord(collection, id);
    if (!uncounted.has(collection)) changed += Number(value !== null) - Number(before !== undefined);
    if (!weightless.has(collection)) bytes += sizeOf(value) - sizeOf(before);
  }
  return { changed, bytes };
}

/** Whether a state may grow so much; what makes it smaller is never refused. */
function fits({ held }: State, added: Counts, { maxRecords, maxBytes }: Limits): boolean {
  const hasRecords = added.changed <= 0 || held.changed + added.changed <= maxRecords;
  return hasRecords && (added.bytes <= 0 || held.bytes + added.bytes <= maxBytes);
}

/** The records of a write with everything that goes along with it; more than the sandbox may hold is refused. */
export function withinQuota(
  state: State,
  written: readonly StoredRecord[],
  sandbox: CommitTarget,
): readonly StoredRecord[] {
  const { limits, name } = sandbox;
  const added = growth(state, written);
  if (fits(state, added, limits) && sandbox.makeRoom(added.bytes)) return written;
  const swept = [...state.ended(state.now()), ...written];
  const changed = growth(state, swept);
  if (!fits(state, changed, limits)) {
    const { changed: records, bytes } = state.counts;
    if (added.changed > 0 && records + added.changed > limits.maxRecords) {
      throw tooManyRecords(name, records, limits.maxRecords);
    }
    throw tooManyBytes(name, { held: bytes, added: added.bytes, most: limits.maxBytes });
  }
  if (!sandbox.makeRoom(changed.bytes)) throw tooManyBytesInAll(limits.maxTotalBytes);
  return swept;
}

/** A whole state, as far as it takes room. */
interface WholeState {
  readonly records: readonly StoredRecord[];
  /** Bytes that its configuration takes, where that is not the one that all sandboxes share. */
  readonly configured: number;
}

/** Refuses a whole state that is more than a sandbox may hold. */
export function checkState(state: WholeState, sandbox: CommitTarget): void {
  const { maxBytes: most, maxTotalBytes } = sandbox.limits;
  const counted = state.records.filter(({ collection }) => !weightless.has(collection));
  const added = counted.reduce((bytes, { value }) => bytes + sizeOf(value), state.configured);
  if (added > most) throw tooManyBytes(sandbox.name, { held: 0, added, most });
  if (!sandbox.makeRoom(added - sandbox.state.bytes)) throw tooManyBytesInAll(maxTotalBytes);
}
