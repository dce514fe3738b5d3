/** Ids: readable and counted for seeded records, a hash of the content for created ones. */
import { createHash } from 'node:crypto';

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
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
  return `${prefix}_x${hash}`;
}
