/** Installs packages of npm, pinned by a lockfile, into a folder that git ignores. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../server/index.mjs';

const FILES = ['package.json', 'package-lock.json'];

/** Install scripts stay off: nothing needs one here, and some report the install to their maker. */
const INSTALL = 'ci --ignore-scripts --legacy-peer-deps --prefer-offline --no-audit --no-fund --loglevel=error';

/** @param {string} folder */
async function npm(folder) {
  const { code, stderr } = await runProgram(['npm', ...INSTALL.split(' ')], { cwd: folder });
  return code === 0 ? undefined : stderr.trim().split('\n')[0] || `npm ended with ${code}`;
}

/**
 * Installs what a manifest and its lockfile pin, where the lockfile has changed since the last time.
 *
 * @param {string} manifest the folder of both
 * @param {string} target where the packages are wanted
 * @param {() => void} begin called before it installs
 * @returns {Promise<string | undefined>} the reason where they cannot be had
 */
export async function installPinned(manifest, target, begin) {
  const lock = readFileSync(join(manifest, 'package-lock.json'), 'utf8');
  const stamp = join(target, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return undefined;
  begin();
  mkdirSync(target, { recursive: true });
  for (const file of FILES) copyFileSync(join(manifest, file), join(target, file));
  const failure = await npm(target);
  if (failure === undefined) writeFileSync(stamp, lock);
  return failure === undefined ? undefined : `could not be installed: ${failure}`;
}
