/** Packs the published packages, as npm would get them: built, and with each other's versions in their manifests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** Folders of the packages, each after those it needs. */
export const folders = ['packages/contract', 'packages/client', 'apps/server'];

/**
 * @param {string} destination folder for the tarballs
 * @returns {Promise<{ name: string, tarball: string, exports: object }[]>} the packages, with the file names of their tarballs
 */
export async function packPackages(destination) {
  const packages = [];
  for (const folder of folders) {
    const { name, version, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const command = `pnpm pack --pack-destination "${destination}"`;
    const { ok, output } = await run(command, { cwd: join(root, folder) });
    if (!ok) throw new Error(`${output}\nThis failed in ${folder}: ${command}`);
    packages.push({ name, tarball: `${name.slice(1).replace('/', '-')}-${version}.tgz`, exports });
  }
  return packages;
}
