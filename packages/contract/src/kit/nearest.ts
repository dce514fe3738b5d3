/** What is wrong with a declaration or a name: the error, and the name that was probably meant. */

/** Thrown where a domain is declared wrongly in a way that types would have shown, for who writes without them. */
export class DeclarationError extends TypeError {
  override readonly name = 'DeclarationError';
}

/** Changes that make a slip in a name, for each of its characters. */
const TOLERANCE = 0.4;

/** Pairs of letters that are compared for one hint, some milliseconds' work: names may come from strangers, and be many and long. */
const MOST_PAIRS = 200_000;

/**
 * Changes from one text to another, where they are at most so many: letters put in, left out or replaced, and two
 * neighbours that changed their order, which are one slip for whoever typed them.
 */
function changes(text: string, other: string, most: number): number | undefined {
  // As many letters as one has more than the other have to be put in.
  if (Math.abs(text.length - other.length) > most) return undefined;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  let row = Array.from(last);
  for (let at = 1; at <= text.length; at += 1) {
    row[0] = at;
    let least = at;
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = text[at - 1] === other[to - 1];
      let count = Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (last[to - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = at > 1 && to > 1 && text[at - 1] === other[to - 2] && text[at - 2] === other[to - 1];
      if (isSwapped) count = Math.min(count, (before[to - 2] ?? 0) + 1);
      row[to] = count;
      least = Math.min(least, count);
    }
    // What follows can only add to it, but for one pair that is swapped across this row.
    if (least > most + 1) return undefined;
    [before, last, row] = [last, row, at === 1 ? Array.from(last) : before];
  }
  const all = last[other.length] ?? 0;
  return all <= most ? all : undefined;
}

/** How far a text is from another, 0 to 1; undefined where they are too far apart for a slip. */
export function nearness(text: string, other: string, tolerance: number): number | undefined {
  const length = Math.max(text.length, other.length, 1);
  const found = changes(text.toLowerCase(), other.toLowerCase(), tolerance * length);
  return found === undefined ? undefined : found / length;
}

/** The nearest of some names, as far as they can be compared in some milliseconds; null where none is near. */
export function nearest(text: string, names: Iterable<string>): string | null {
  let best: { readonly name: string; readonly share: number } | undefined;
  let pairs = 0;
  for (const name of names) {
    const isNear = Math.abs(text.length - name.length) <= TOLERANCE * Math.max(text.length, name.length);
    pairs += isNear ? text.length * name.length : 1;
    if (pairs > MOST_PAIRS) break;
    const share = nearness(text, name, best?.share ?? TOLERANCE);
    if (share !== undefined && (best === undefined || share < best.share)) best = { name, share };
  }
  return best?.name ?? null;
}

/** The end of a message about a name that is none of those there are: the nearest, where one is near, and all of them. */
export function orOneOf(name: string, title: string, names: readonly string[]): string {
  const near = nearest(name.slice(0, 100), names);
  return `;${near === null ? '' : ` did you mean ${near}?`} ${title} ${names.join(', ')}`;
}
