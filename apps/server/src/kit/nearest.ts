/** Finds the name that somebody may have meant. */
import { distance } from 'fastest-levenshtein';

/** Changes that make a slip, for each character of the name. */
const TOLERANCE = 0.34;

/** How far a text is from another, 0 to 1; undefined where they are too far apart for a slip. */
export function nearness(text: string, other: string): number | undefined {
  const share = distance(text.toLowerCase(), other.toLowerCase()) / Math.max(text.length, other.length, 1);
  return share <= TOLERANCE ? share : undefined;
}
