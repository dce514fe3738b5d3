/** Writes verdicts for people: what a client did, by which requests, and what to do about it. */
import { conductAdvice } from '../../generated/conduct-advice.js';
import type { JournalEntry, Verdict } from '../../generated/types.js';
import { entryLine } from '../received/entry-line.js';
import type { JournalSource } from '../received/journal-source.js';
import type { Verdicts } from './read-verdicts.js';

/** Entries of a page. */
const PAGE = 50;
/** Requests that are shown of one verdict. */
const SHOWN = 10;

/** How many verdicts there are. */
export function countedVerdicts({ shown, isMore }: Pick<Verdicts, 'shown' | 'isMore'>): string {
  if (shown.length === 1) return '1 verdict';
  return `${isMore ? 'more than ' : ''}${shown.length} verdicts`;
}

/** Each verdict as a block of text. */
export async function verdictTexts(source: JournalSource, { shown, root }: Verdicts): Promise<string[]> {
  const entries = await entriesOf(source, shown);
  return shown.map(({ rule, severity, detail, requests }) => {
    const lines = requests.slice(0, SHOWN).map((sequence) => {
      const entry = entries.get(sequence);
      return entry === undefined ? `#${sequence} (no longer in the journal)` : entryLine(entry);
    });
    const more = requests.length > SHOWN ? [`and ${requests.length - SHOWN} more`] : [];
    // A newer server has rules that are not known here.
    const advice = Object.hasOwn(conductAdvice, rule) ? [`What to do: ${conductAdvice[rule]}`] : [];
    return [`${severity} ${rule}: ${detail}`, ...lines, ...more, ...advice, `${root}/conduct/${rule}`].join('\n  ');
  });
}

/** The requests that are shown of some verdicts, by sequence. */
async function entriesOf(source: JournalSource, verdicts: readonly Verdict[]): Promise<Map<number, JournalEntry>> {
  const sequences = verdicts.flatMap(({ requests }) => requests.slice(0, SHOWN)).toSorted((a, b) => a - b);
  const entries = new Map<number, JournalEntry>();
  let last = 0;
  for (const sequence of sequences) {
    if (sequence <= last) continue;
    const { data } = await source.read({ since: sequence - 1, per_page: PAGE });
    for (const entry of data) entries.set(entry.sequence, entry);
    last = data.at(-1)?.sequence ?? Infinity;
  }
  return entries;
}
