/** Ids: readable and counted for seeded records, a hash of the content for created ones. */
import { sha256 } from '#platform/runtime';

const DIGITS = 4;

/** Id of the seeded record at an index counted from 0: `crs_0001`. */
export function seededId(prefix: string, index: number): string {
  return `${prefix}_${String(index + 1).padStart(DIGITS, '0')}`;
}

/** The index a seeded id stands for, or -1 where the text is no seeded id of this prefix. */
export function indexOfSeededId(prefix: string, id: string): number {
  if (!id.startsWith(prefix) || id.charCodeAt(prefix.length) !== 95) return -1;
  const digits = id.slice(prefix.length + 1);
  if (!/^\d{4,10}$/.test(digits)) return -1;
  const index = Number(digits) - 1;
  // One spelling only: crs_00001 is not crs_0001.
  return index >= 0 && seededId(prefix, index) === id ? index : -1;
}

/**
 * Id of a created record: its prefix and a hash of what makes it itself, so that the same create
 * gives the same id whatever ran before it. 80 bits keep different content apart, and letters at
 * the front keep it apart from every seeded id.
 */
export function createdId(prefix: string, parts: readonly string[]): string {
  const hash = sha256(JSON.stringify(parts), 'hex').slice(0, 20);
  return `${prefix}_x${hash}`;
}

/** Whether a text is the id of a created record of this prefix. */
export function isCreatedId(prefix: string, id: string): boolean {
  return id.startsWith(`${prefix}_x`) && /^[0-9a-f]{20}$/.test(id.slice(prefix.length + 2));
}

/** Id of a record that can exist only once with some seed, by what makes it so. */
export function naturalId(seed: string, prefix: string, naturalKey: readonly unknown[]): string {
  return createdId(prefix, [seed, JSON.stringify(naturalKey), '']);
}

/**
 * How many of a row stand in it without a gap, by asking for few of them: 1,000 equal records are counted by some 20
 * questions.
 *
 * @param isTaken whether the one at an index from 0 is there
 */
export function countTaken(isTaken: (index: number) => boolean): number {
  let [low, high] = [0, 1];
  while (isTaken(high - 1)) [low, high] = [high, high * 2];
  while (low < high - 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTaken(middle - 1)) low = middle;
    else high = middle;
  }
  return low;
}
