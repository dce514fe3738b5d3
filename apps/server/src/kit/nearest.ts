/** Finds the name that somebody may have meant. */
import { distance } from 'fastest-levenshtein';

/** Changes that make a slip in a name, for each of its characters: two letters of five that changed their order. */
const TOLERANCE = 0.4;

/** How far a text is from another, 0 to 1; undefined where they are too far apart for a slip. */
export function nearness(text: string, other: string, tolerance: number): number | undefined {
  const share = distance(text.toLowerCase(), other.toLowerCase()) / Math.max(text.length, other.length, 1);
  return share <= tolerance ? share : undefined;
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
