/** What a terminal shows: colours, columns, the name of the command, and nothing that could steer it. */
import { styleText } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a text is. */
type Role = 'heading' | 'term' | 'aside' | 'error' | 'good';

const STYLES = { heading: 'bold', term: 'cyan', aside: 'dim', error: 'red', good: 'green' } as const;

/** Gives a text the colour of what it is. */
export type Paint = (role: Role, text: string) => string;

/**
 * The colours of an output.
 *
 * @param isTerminal whether the output is a terminal; nothing else is painted (https://no-color.org)
 */
export function paintFor(isTerminal: boolean, { NO_COLOR, TERM }: Environment): Paint {
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

/** A slow reader is asked again after this long, in ms. */
const SLOW_MS = 10;

/**
 * Gives the function that writes text whole.
 *
 * @param write writes bytes, and gives how many were taken
 */
export function writeWhole(write: (bytes: Uint8Array) => number): (text: string) => void {
  return (text) => {
    let bytes: Uint8Array = Buffer.from(text);
    while (bytes.byteLength > 0) {
      try {
        bytes = bytes.subarray(write(bytes));
      } catch (error) {
        // Nobody reads any more; what is found is in the exit code.
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
        // Nothing else is to be done meanwhile: what is written is the result.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS);
      }
    }
  };
}

/** Its name where it is installed. */
const INSTALLED = 'understudy';

/** The name to run it by: without our scope, npx would run the package of somebody else. */
export function programName({ npm_lifecycle_event: event, npm_command: verb }: Environment): string {
  return event === 'npx' || verb === 'exec' ? 'npx @understudy/server' : INSTALLED;
}

/** A text in which the command has another name, wherever it stands before one of its commands. */
export function withProgram(text: string, program: string, commands: readonly { readonly name: string }[]): string {
  if (program === INSTALLED) return text;
  const names = commands.map(({ name }) => name).join('|');
  return text.replaceAll(new RegExp(String.raw`(?<![\w@/-])${INSTALLED} (?=(?:${names})\b)`, 'g'), `${program} `);
}
