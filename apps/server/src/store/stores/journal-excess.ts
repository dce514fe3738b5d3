/** What of a journal gives way. */
import type { JournalLimits } from '../../journal/journal-store.js';
import type { OldestEntries } from '../../journal/runs/run-order.js';
import type { JournalHead } from './journal-head.js';

/** More gives way than has to, so that it need not be done with every batch. */
const KEPT = 7 / 8;

/** What is to give way: so many entries, and so many bytes of headers and of bodies. */
export interface Excess extends OldestEntries {
  readonly headers: number;
  readonly bodies: number;
}

/** Whether anything is. */
export const isExcess = ({ entries, headers, bodies }: Excess): boolean => entries + headers + bodies > 0;

/** Headers and bodies that are to give way until so many bytes are left: bodies first, but no more than half. */
function detailExcess({ headers, bodies }: JournalHead, kept: number) {
  const excess = Math.max(0, headers + bodies - kept);
  const fromBodies = Math.min(excess, Math.max(0, bodies - kept / 2));
  const fromHeaders = Math.min(excess - fromBodies, headers);
  return { headers: fromHeaders, bodies: excess - fromHeaders };
}

/** What gives way where one journal is too large. */
export function excessOf(head: JournalHead, { entries, bytes }: JournalLimits): Excess {
  const isTooLarge = head.headers + head.bodies > bytes;
  return {
    entries: head.entries > entries ? head.entries - Math.ceil(entries * KEPT) : 0,
    least: head.entries - entries,
    ...(isTooLarge ? detailExcess(head, Math.floor(bytes * KEPT)) : { headers: 0, bodies: 0 }),
  };
}

/** What gives way of the largest journal where all are too large together: a quarter of its details, or of its entries. */
export function shareOf(head: JournalHead): Excess {
  const { entries, facts, headers, bodies } = head;
  if (facts > 3 * (headers + bodies)) {
    const share = Math.ceil(entries / 4);
    return { entries: share, least: share, headers: 0, bodies: 0 };
  }
  return { entries: 0, least: 0, ...detailExcess(head, Math.floor(((headers + bodies) * 3) / 4)) };
}
