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

/** What a client is told of a failure that may pass: what is wrong, and nothing of the machine. */
export function outageOf(error: unknown): string {
  switch (codeOf(error)) {
    case BUSY:
    case LOCKED:
      return 'another program holds the store locked';
    case FULL:
      return 'there is no room left on the disk of the store';
    case PERM:
    case READONLY:
      return 'the store takes no writes at the moment';
    case CORRUPT:
    case NOTADB:
      return 'the store is damaged';
    default:
      return 'the store cannot be reached at the moment';
  }
}

/** Whether another start may succeed without another option or file: the file is locked, or the disk has no room. */
export function isAway(error: unknown): boolean {
  return [BUSY, LOCKED, NOMEM, IOERR, FULL].includes(codeOf(error)) && !isDamage(error);
}

/** Why a file cannot be used. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === NOTADB || code === CORRUPT) return 'the file is no SQLite database, or is damaged';
  if (code === READONLY || code === PERM) return 'this user may not write to the file';
  if (code === BUSY) return 'another program holds the file locked';
  if (code === FULL) return 'there is no room left on its disk';
  if (code === CANTOPEN) {
    return 'the file cannot be opened; its folder must exist, and this user must be allowed to write there';
  }
  return `the file cannot be used (${lineOf(error)})`;
}
