/** Writes what a sandbox has received for people: each request with its answer. */
import type { JournalEntry } from '../generated/types.js';
import type { KeptBody } from '../testing/received/body-value.js';
import { entryLine } from '../testing/received/entry-line.js';
import type { LatestEntries } from '../testing/received/latest-entries.js';
import { counted } from '../testing/received/range.js';

/** Characters of a body that are shown. */
const MOST = 4000;

/** The end of the journal of a sandbox as text, with what is said of the conduct of its clients. */
export function journalText(sandbox: string, { entries, meta }: LatestEntries, conduct: readonly string[]): string {
  const headline = `Sandbox ${sandbox} received ${meta.last === 0 ? 'nothing' : counted(meta.last)}.`;
  const first = entries[0]?.sequence ?? 1;
  return [
    headline,
    ...(first > 1 ? [`(${first - 1} before these)`] : []),
    ...(meta.incomplete ? [`The journal is incomplete: it has dropped ${meta.dropped} requests.`] : []),
    // First on one line each: reporters cut what is long.
    ...(entries.length === 0 ? [] : [entries.map(entryLine).join('\n')]),
    ...conduct,
    ...entries.map(entryText),
  ].join('\n\n');
}

function entryText(entry: JournalEntry): string {
  const { received_at, duration_ms, headers, response } = entry;
  return [
    entryLine(entry),
    `  ${received_at}, ${duration_ms} ms`,
    ...headerLines('>', headers),
    ...bodyLines('>', entry),
    ...headerLines('<', response.headers),
    ...bodyLines('<', response),
  ].join('\n');
}

const headerLines = (mark: string, headers: JournalEntry['headers']): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${mark} ${name}: ${value}`);

function bodyLines(mark: string, { body, body_bytes, body_truncated }: KeptBody): string[] {
  if (body_bytes === 0 && body === null) return [];
  const text = readable(body ?? '');
  const isCut = body_truncated || text.length > MOST;
  return [
    ...(text === ''
      ? []
      : text
          .slice(0, MOST)
          .split('\n')
          .map((line) => `  ${mark}   ${line}`)),
    ...(isCut ? [`  ${mark}   … (${body_bytes} bytes in all)`] : []),
  ];
}

/** JSON with its indentation, and everything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
