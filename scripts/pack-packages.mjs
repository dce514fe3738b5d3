/** Packs the published packages, as npm would get them: built, and with each other's versions in their manifests. */
import { runProgram } from '../tooling/src/server/index.mjs';
import { root } from './run.mjs';

/** Folders of the packages. */
export const folders = ['packages/contract', 'packages/client', 'apps/server'];

/**
 * @param {string} destination folder for the tarballs
 * @returns {Promise<{ name: string, filename: string }[]>} the packages, with the paths of their tarballs
 */
export async function packPackages(destination) {
  const filters = folders.map((folder) => `--filter=./${folder}`);
  const command = ['pnpm', ...filters, 'pack', '--pack-destination', destination, '--json'];
  const { code, stdout, stderr } = await runProgram(command, { cwd: root });
  if (code !== 0) throw new Error(`${stdout}${stderr}\nThis failed: ${command.join(' ')}`);
  return JSON.parse(stdout);
}
