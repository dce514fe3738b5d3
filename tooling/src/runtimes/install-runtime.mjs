/** Brings along the program of a runtime, from the npm registry, into a folder that git ignores. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../server/index.mjs';

const runtimesFolder = fileURLToPath(new URL('../../.cache/runtimes/', import.meta.url));

/** What keeps an install quiet, and from leaving anything but the packages. */
export const QUIETLY = '--no-save --no-package-lock --prefer-offline --no-audit --no-fund --loglevel=error'.split(' ');

/**
 * @param {import('./runtimes.mjs').Runtime} runtime
 * @returns {Promise<string>} path of the program
 * @throws Error with one line that says why it cannot be had
 */
export async function installRuntime({ name, version, package: packageName, program }) {
  if (packageName === undefined) {
    throw new Error(`the npm registry has no ${name} for ${process.platform}-${process.arch}`);
  }
  const folder = join(runtimesFolder, `${name.toLowerCase()}-${version}`);
  const path = join(folder, basename(program));
  if (existsSync(path)) return path;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const install = ['npm', 'install', ...QUIETLY, '--ignore-scripts', `${packageName}@${version}`];
  const { code, stderr } = await runProgram(install, { cwd: folder });
  const installed = join(folder, 'node_modules', packageName, program);
  if (code !== 0 || !existsSync(installed)) {
    const said = stderr.split('\n').find((line) => /^npm error (?!code )/.test(line));
    throw new Error(`${packageName}@${version} could not be installed: ${said ?? 'it holds no program'}`);
  }
  // The rest is headers and manuals; and a program that stands here is whole.
  renameSync(installed, path);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  return path;
}
