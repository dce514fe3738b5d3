/** The packages of the clients: installed from npm at pinned versions, with the programs beside them. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPinned } from '../../../tooling/src/pinned/index.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Where they are; git ignores it. */
export const folder = join(here, '.cache');

/** Installs what is not there yet; gives the reason where that cannot be. */
export async function installPackages() {
  const failure = await installPinned(here, folder, () => console.log('installing the clients (first run only)'));
  // A program finds the packages that stand beside it.
  for (const programs of ['node', 'pages']) cpSync(join(here, programs), join(folder, programs), { recursive: true });
  return failure;
}

/** The version of a package of npm that is pinned. */
export function pinnedVersion(name) {
  const { packages } = JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8'));
  return packages[`node_modules/${name}`].version;
}
