/** A folder for the tests of a file. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a folder, which goes after the tests that stand beside the call. */
export function useFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-test-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
