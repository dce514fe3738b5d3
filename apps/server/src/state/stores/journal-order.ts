/** The order of entries that came from several processes: by when they were answered, once no earlier one is to come. */

/** An entry whose number may still change. */
export interface UnsettledEntry {
  readonly sequence: number;
  /** When its answer was ready, by the clock of the store. */
  readonly answered: number;
}

/** An entry that gets another number. */
export interface Move {
  readonly sequence: number;
  readonly next: number;
}

/**
 * Puts entries in the order in which they were answered; those at the same time stay as they are.
 *
 * @param entries by sequence
 * @param upTo what was answered by then has its number for good
 * @returns which ones move, and the highest number that is settled; undefined where none is
 */
export function settledOrder(entries: readonly UnsettledEntry[], upTo: number) {
  const ordered = entries.toSorted((a, b) => a.answered - b.answered || a.sequence - b.sequence);
  const moves: Move[] = [];
  let settled: number | undefined;
  ordered.forEach(({ sequence, answered }, index) => {
    const next = entries[index]?.sequence ?? sequence;
    if (next !== sequence) moves.push({ sequence, next });
    if (answered <= upTo) settled = next;
  });
  return { moves, settled };
}
