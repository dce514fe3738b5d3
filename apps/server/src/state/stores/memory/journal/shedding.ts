/** Which part of a journal gives way first: bodies, then headers, then whole entries, each the oldest first. */

/** Bytes of a journal, by the parts of its entries. */
export interface JournalBytes {
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
}

/** A part of an entry; without its facts, nothing is left of it. */
export type Part = keyof JournalBytes;

/**
 * What gives way where headers and bodies are too many bytes. Bodies go first, but not those of the last entries for the
 * headers of old ones: the headers have no more than half.
 */
export function detailToShed({ headers, bodies }: JournalBytes): 'headers' | 'bodies' {
  return bodies >= headers ? 'bodies' : 'headers';
}

/**
 * What gives way where everything is too many bytes: headers and bodies, but not those of the last entries for the facts
 * of old ones, which have no more than three quarters.
 */
export function partToShed(bytes: JournalBytes): Part {
  const { facts, headers, bodies } = bytes;
  return facts > 3 * (headers + bodies) ? 'facts' : detailToShed(bytes);
}
