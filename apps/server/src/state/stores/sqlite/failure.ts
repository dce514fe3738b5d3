/** What the result codes of SQLite mean here (https://sqlite.org/rescode.html). */
import { lineOf } from '../refused.js';

const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The file ends before its last page (an extended result code). */
const SHORT_READ = 522;

/** What is wrong with the file, or with the disk under it, and may be right again later. */
const PASSING = new Set([PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB]);

/** The primary result code of an error; 0 for an error of another kind. */
function codeOf(error: unknown): number {
  if (error instanceof Error && 'rawCode' in error && typeof error.rawCode === 'number') return error.rawCode & 0xff;
  // A failure to open a file has its code in the text only.
  return Number(/Unable to open connection to local database .*: (\d+)/.exec(lineOf(error))?.[1] ?? 0);
}

/** Whether another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/** Whether what is in the file is no database, or no longer whole. */
export function isDamage(error: unknown): boolean {
  const isCutShort = error instanceof Error && 'rawCode' in error && error.rawCode === SHORT_READ;
  return isCutShort || codeOf(error) === CORRUPT || codeOf(error) === NOTADB;
}

/** Whether trying again later may help. */
export function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error));
}

/** Why a file cannot be used. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === NOTADB || code === CORRUPT) return 'the file is no SQLite database, or is damaged';
  if (code === READONLY || code === PERM) return 'this user may not write to the file';
  if (code === BUSY) return 'another program holds the file locked';
  if (code === CANTOPEN) {
    return 'the file cannot be opened; its folder must exist, and this user must be allowed to write there';
  }
  return `the file cannot be used (${lineOf(error)})`;
}
