/** Tells whether If-None-Match names a tag (RFC 9110 §13.1.2). */

/** Whether a condition names the tag, by weak comparison. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}
