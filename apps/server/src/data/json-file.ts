/** Reads JSON that a server is started with: a file, or what the caller has parsed. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { jsonFault } from '../kit/json-fault.js';
import { brackets, MAX_LEVELS } from '../kit/json-levels.js';
import { copied, DataFault } from './given-value.js';

/** Largest file, in bytes: parsed, it takes some five times as much memory. */
const MAX_BYTES = 100_000_000;

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  ERR_INVALID_ARG_VALUE: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'that is a directory',
  ELOOP: 'its links lead in a circle',
};

/** Why the system refuses something, such as `EACCES`. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * Does something with a file.
 *
 * @throws DataFault saying why the system refuses it
 */
export function onFile<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (error instanceof DataFault) throw error;
    const code = reasonOf(error);
    throw new DataFault(failures[code] ?? `it cannot be read (${code})`, { cause: error });
  }
}

/**
 * The bytes of a file.
 *
 * @throws DataFault where it cannot be read, or is too large
 */
export function readBytes(path: string): Buffer {
  const stats = onFile(() => statSync(path));
  if (stats.isDirectory()) throw new DataFault('that is a directory');
  if (stats.size > MAX_BYTES) {
    const megabytes = (size: number) => `${Math.ceil(size / 1_000_000)} MB`;
    throw new DataFault(`it has ${megabytes(stats.size)}, and at most ${megabytes(MAX_BYTES)} can be served`);
  }
  return onFile(() => readFileSync(path));
}

/** Bytes as UTF-8. */
export function utf8Of(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new DataFault('it is not text in UTF-8');
  return bytes.toString();
}

/**
 * The text of a file in UTF-8, with the byte order mark that editors on Windows put before it (RFC 8259 §8.1).
 *
 * @throws DataFault where it cannot be read, or is too large
 */
export const readText = (path: string): string => utf8Of(readBytes(path));

/**
 * Parses JSON.
 *
 * @throws DataFault saying where it is wrong
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { isTooDeep, end } = brackets(text, MAX_LEVELS);
    const where = isTooDeep ? '' : jsonFault(text.slice(0, end));
    throw new DataFault(text.trim() === '' ? 'it is empty' : `it is not valid JSON${where}`, { cause: error });
  }
}

/**
 * Reads JSON.
 *
 * @param given path of a JSON file, or what is in one
 * @throws DataFault where it cannot be read
 */
export function readJson(given: string | object): unknown {
  return typeof given === 'string' ? parseJson(readText(given).replace(/^\uFEFF/, '')) : copied(given);
}
