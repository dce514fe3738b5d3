/** An entry of the journal on one line. */
import type { JournalEntry } from '../../generated/types.js';

/** Its number, what was asked, what was answered, and what went wrong. */
export function entryLine({ sequence, method, path, query, status, fault, ended }: JournalEntry): string {
  const notes = [
    ...(fault === null ? [] : [`fault ${fault.fault}${fault.rule === null ? '' : ` by ${fault.rule}`}`]),
    ...(ended === 'complete' ? [] : [ended === 'cut' ? 'cut off' : 'the client left']),
  ];
  const asked = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  return `#${sequence} ${asked} → ${status ?? 'no answer'}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}
