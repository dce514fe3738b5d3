/** What a terminal shows: colours, columns, and nothing that could steer it. */
import { styleText } from 'node:util';
import type { Invocation } from './command.js';

/** What a text is. */
export type Role = 'heading' | 'term' | 'aside' | 'error' | 'good';

const STYLES = { heading: 'bold', term: 'cyan', aside: 'dim', error: 'red', good: 'green' } as const;

/** Gives a text the colour of what it is. */
export type Paint = (role: Role, text: string) => string;

/**
 * The colours of an output.
 *
 * @param isTerminal whether the output is a terminal; nothing else is painted (https://no-color.org)
 */
export function paintFor(isTerminal: boolean, { NO_COLOR, TERM }: Invocation['environment']): Paint {
  const isPlain = !isTerminal || (NO_COLOR ?? '') !== '' || TERM === 'dumb';
  // The stream was asked already; this function would ask the one of this process.
  return (role, text) => (isPlain ? text : styleText(STYLES[role], text, { validateStream: false }));
}

/** Writes a line to standard error. */
export const say = (line: string): void => void process.stderr.write(`understudy: ${line}\n`);

/** Rows in columns that are as wide as they must be; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Longest text of a server that is shown, in characters. */
const MAX_TEXT = 2000;

/** A text on one line, without characters that a terminal would obey. */
export function plain(text: unknown): string {
  return String(text)
    .slice(0, MAX_TEXT)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}
