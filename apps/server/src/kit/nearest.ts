/** Finds the name that somebody may have meant. */
import { distance } from 'fastest-levenshtein';

/** Changes that make a slip in a name, for each of its characters. */
const TOLERANCE = 0.4;

/** A text with the letters at an index and after it swapped. */
const swappedAt = (text: string, index: number): string =>
  `${text.slice(0, index)}${text[index + 1]}${text[index]}${text.slice(index + 2)}`;

/** Changes from one text to another, where they are at most so many; two neighbours that changed their order are one, as for whoever typed them. */
function changes(text: string, other: string, most: number): number | undefined {
  // As many letters as one has more than the other have to be put in.
  if (Math.abs(text.length - other.length) > most) return undefined;
  const all = distance(text, other);
  // Swapping two letters back is one change for two, so it can spare no more than one.
  const least = all - 1;
  if (least > most) return undefined;
  const pairs = all > 1 ? text.length - 1 : 0;
  for (let index = 0; index < pairs; index += 1) {
    if (text[index] === text[index + 1]) continue;
    if (1 + distance(swappedAt(text, index), other) === least) return least;
  }
  return all <= most ? all : undefined;
}

/** How far a text is from another, 0 to 1; undefined where they are too far apart for a slip. */
export function nearness(text: string, other: string, tolerance: number): number | undefined {
  const length = Math.max(text.length, other.length, 1);
  const found = changes(text.toLowerCase(), other.toLowerCase(), tolerance * length);
  return found === undefined ? undefined : found / length;
}

/** The nearest of some names; null where none is near. */
export function nearest(text: string, names: Iterable<string>): string | null {
  let best: { readonly name: string; readonly share: number } | undefined;
  for (const name of names) {
    const share = nearness(text, name, TOLERANCE);
    if (share !== undefined && (best === undefined || share < best.share)) best = { name, share };
  }
  return best?.name ?? null;
}
