/** Writes a generated file: only over one that was generated, and only where something changes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDomainsFile } from './domains-file.js';

/** What came of it: a file that is out of date was to be looked at only. */
export type Written = 'written' | 'unchanged' | 'outdated';

/** A file that was not generated stands where one is to be written. */
export class NotGenerated extends Error {}

/** The text of a file; undefined where there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a file, with the folders that it lies in.
 *
 * @param isCheck whether to look only, and write nothing
 * @throws NotGenerated where somebody else has written the file
 */
export async function writeGenerated(path: string, text: string, isCheck: boolean): Promise<Written> {
  const before = await textOf(path);
  // A checkout may have changed how lines end.
  if (before?.replaceAll('\r\n', '\n') === text) return 'unchanged';
  if (before !== undefined && !isDomainsFile(before)) throw new NotGenerated();
  if (isCheck) return 'outdated';
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return 'written';
}
