/** Parts of a text that give way to a mask; all the rest stays as it was. */

/** What stands for a secret. */
export const MASK = '***';

/** A part of a text, from one index up to another, and what is written instead. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** No cuts. */
export const NONE: readonly Cut[] = [];

/** Cuts in their order, those that overlap made one. */
export function merged(cuts: readonly Cut[]): readonly Cut[] {
  if (isInOrder(cuts)) return cuts;
  const ordered: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ordered.at(-1);
    if (last === undefined || cut.start >= last.end) ordered.push(cut);
    else if (cut.end > last.end) ordered[ordered.length - 1] = { start: last.start, end: cut.end, by: last.by };
  }
  return ordered;
}

function isInOrder(cuts: readonly Cut[]): boolean {
  let end = 0;
  for (const cut of cuts) {
    if (cut.start < end) return false;
    ({ end } = cut);
  }
  return true;
}

/** The same cuts in a text that the other one is a part of. */
export function moved(cuts: readonly Cut[], by: number): readonly Cut[] {
  return by === 0 ? cuts : cuts.map((cut) => ({ start: cut.start + by, end: cut.end + by, by: cut.by }));
}

/** A text with its cuts made. */
export function withCuts(text: string, cuts: readonly Cut[]): string {
  if (cuts.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, by } of merged(cuts)) {
    pieces.push(text.slice(at, start), by);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
