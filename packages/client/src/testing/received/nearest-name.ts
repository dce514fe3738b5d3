/** Finds the name that somebody may have meant. */

/** Changes that make a slip in a name, for each of its characters. */
const TOLERANCE = 0.5;

/** The most similar of some names; undefined where none is similar. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((other) => ({ other, share: distance(name.toLowerCase(), other.toLowerCase()) / Math.max(name.length, 1) }))
    .toSorted((one, another) => one.share - another.share);
  const [best] = ranked;
  return best !== undefined && best.share <= TOLERANCE ? best.other : undefined;
}

/** The end of a sentence on a name that nobody knows: which one may have been meant, and which there are. */
export function knownNames(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `${near === undefined ? '; known are' : `; did you mean ${near}? Known are`} ${known.join(', ')}`;
}

/** Characters to add, remove or change (Levenshtein). */
function distance(text: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...text].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
