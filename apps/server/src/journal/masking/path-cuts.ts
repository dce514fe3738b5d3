/** Finds secrets in the path of a URL. */
import { type Cut, moved } from './cut.js';
import type { Reading } from './reading.js';

/** The secrets of a path; a parameter of a segment, such as `;jsessionid=…`, ends with it (RFC 3986 §3.3). */
export function pathCuts(path: string, reading: Reading): readonly Cut[] {
  if (!path.includes('=') || path.includes('://')) return reading.within(path, reading);
  const cuts: Cut[] = [];
  let start = 0;
  for (const segment of path.split('/')) {
    cuts.push(...moved(reading.within(segment, reading), start));
    start += segment.length + 1;
  }
  return cuts;
}
