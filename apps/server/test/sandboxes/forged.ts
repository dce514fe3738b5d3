/** Snapshots that were changed by hand, for the tests. */
import { createHash } from 'node:crypto';
import type { Snapshot } from '@understudy/contract';

/** A snapshot with members changed by hand, and its checksum made to fit. */
export function forged(snapshot: Snapshot, changes: Partial<Snapshot>): Snapshot {
  const { format, data_version, config, revision, counts, records } = { ...snapshot, ...changes };
  const content = [format, data_version, config, revision, ...(counts === undefined ? [] : [counts]), records];
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { format, data_version, config, revision, ...(counts && { counts }), records, sha256 };
}
