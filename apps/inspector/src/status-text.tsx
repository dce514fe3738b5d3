/** The status of an answer, told by its number, a sign and a colour. */
import type { JournalEntry } from '@understudy/client';
import type { Check } from './signatures.js';

const signs: Readonly<Record<string, string>> = { 2: '✓', 3: '→', 4: '✕', 5: '✕', none: '∅' };

const endings: Readonly<Record<string, string>> = { cut: 'cut', client_left: 'left' };

/** Which kind of status it is. */
export const statusClass = ({ status }: Pick<JournalEntry, 'status'>): string =>
  status === null ? 'none' : (String(status)[0] ?? '');

/** The status. */
export function StatusText({ entry }: { entry: Pick<JournalEntry, 'status' | 'ended'> }) {
  const kind = statusClass(entry);
  return (
    <span class={`status status-${kind}`}>
      <span aria-hidden="true">{signs[kind] ?? '·'}</span> {entry.status ?? (entry.ended === 'complete' ? 'none' : '')}{' '}
      {endings[entry.ended] ?? ''}
    </span>
  );
}

/** What came of a check. */
export function CheckText({ check: { isGood, text } }: { check: Check }) {
  const kind = isGood === undefined ? '' : isGood ? '2' : '4';
  return (
    <span class={`status-${kind}`}>
      <span aria-hidden="true">{signs[kind] ?? '·'}</span> {text}
    </span>
  );
}
