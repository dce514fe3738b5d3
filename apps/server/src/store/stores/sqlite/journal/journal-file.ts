/** The file that journals are kept in beside a SQLite database: what is at its path, and what has to be done about it. */
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';

/** Marks a file as ours: "Undj". */
export const APPLICATION = 0x556e_646a;

/** The path of the file beside a database. */
export const journalPath = (database: string): string => `${database}.requests`;

/** The header of every SQLite file (https://sqlite.org/fileformat.html §1.3). */
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const APPLICATION_AT = 68;

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** What is at a path: nothing, a file of ours, or something that is none of our business. */
export function whatIsAt(path: string): 'nothing' | 'ours' | 'foreign' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  if (!found.isFile()) return 'foreign';
  const header = headerOf(path);
  if (header.length === 0) return 'nothing';
  const isOurs =
    header.length === HEADER_BYTES &&
    header.toString('latin1', 0, MAGIC.length) === MAGIC &&
    header.readUInt32BE(APPLICATION_AT) === APPLICATION;
  return isOurs ? 'ours' : 'foreign';
}

/** Removes a file of ours, with what SQLite keeps beside it. */
export function removeJournal(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
