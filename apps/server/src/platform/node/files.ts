/** Files of this machine. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'that is a directory',
};

/** Does something with the file. */
function onFile<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(failures[code] ?? `it cannot be read (${code})`, { cause: error });
  }
}

/**
 * The text of a file.
 *
 * @param path of a file in UTF-8
 * @param maxBytes largest that is read
 * @throws Error saying what is wrong with it
 */
export function fileText(path: string, maxBytes: number): string {
  const stats = onFile(() => statSync(path));
  if (stats.isDirectory()) throw new Error('that is a directory');
  if (stats.size > maxBytes) {
    const megabytes = (size: number) => `${(size / 1_000_000).toFixed(0)} MB`;
    throw new Error(`it has ${megabytes(stats.size)}, and at most ${megabytes(maxBytes)} can be served`);
  }
  const bytes = onFile(() => readFileSync(path));
  if (!isUtf8(bytes)) throw new Error('it is not text in UTF-8');
  return bytes.toString();
}
