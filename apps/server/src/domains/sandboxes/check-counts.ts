/** The counts of a snapshot: what is counted for fault rules, as a store keeps it. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { Snapshot } from '@understudy/contract/sandboxes';
import type { TallyEntry } from '../../faults/tally.js';
import { FaultList } from '../../kit/fault-list.js';
import { pointer } from '../../kit/faults.js';
import { TALLY_LIMITS } from '../../state/stores/store.js';

type SnapshotCounts = NonNullable<Snapshot['counts']>;

/** What a snapshot says of the counts of a sandbox: nothing where there are none. */
export function countsOf(tallies: readonly TallyEntry[]): Pick<Snapshot, 'counts'> {
  if (tallies.length === 0) return {};
  return {
    counts: tallies.map(([key, { matched, struck, since, used }]) => ({ key, matched, struck, since, used })),
  };
}

/** The fault of more counts than a sandbox keeps, before anything else is done with them. */
export function countsFaults({ counts = [] }: Pick<Snapshot, 'counts'>): ProblemFault[] {
  const { perSandbox } = TALLY_LIMITS;
  if (counts.length <= perSandbox) return [];
  return [{ pointer: '#/counts', code: 'too_big', detail: `must be at most ${perSandbox} counts` }];
}

/** The counts as a store keeps them; a second one of a key is a 400. */
export function* checkCounts(counts: SnapshotCounts): Generator<void, TallyEntry[]> {
  const faults = new FaultList();
  const entries = new Map<string, TallyEntry>();
  for (const [i, { key, ...tally }] of counts.entries()) {
    if (!entries.has(key)) entries.set(key, [key, tally]);
    else {
      const detail = 'must be the key of one count only';
      faults.addOne({ pointer: pointer(['counts', i, 'key']), code: 'duplicate', detail });
    }
    yield;
  }
  if (faults.total > 0) throw faults.toProblem();
  return [...entries.values()];
}
