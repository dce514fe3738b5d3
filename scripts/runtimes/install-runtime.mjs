/** Brings along the program of a runtime, from the npm registry, into a folder that git ignores. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from '../run.mjs';

const INSTALL =
  'npm install --no-save --no-package-lock --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error';

/**
 * @param {import('./runtimes.mjs').Runtime} runtime
 * @returns {Promise<string>} path of the program
 * @throws Error with one line that says why it cannot be had
 */
export async function installRuntime({ name, version, package: packageName, program }) {
  if (packageName === undefined) {
    throw new Error(`the npm registry has no ${name} for ${process.platform}-${process.arch}`);
  }
  const folder = join(root, '.cache', 'runtimes', `${name.toLowerCase()}-${version}`);
  const path = join(folder, basename(program));
  if (existsSync(path)) return path;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { ok, output } = await run(`${INSTALL} ${packageName}@${version}`, { cwd: folder });
  const installed = join(folder, 'node_modules', packageName, program);
  if (!ok || !existsSync(installed)) {
    const said = output.split('\n').find((line) => /^npm error (?!code )/.test(line));
    throw new Error(`${packageName}@${version} could not be installed: ${said ?? 'it holds no program'}`);
  }
  // The rest is headers and manuals; and a program that stands here is whole.
  renameSync(installed, path);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  return path;
}
