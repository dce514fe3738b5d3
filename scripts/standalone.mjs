/** Installs the examples that stand outside the workspace: elsewhere, with packed packages, as a project of one's own. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packPackages } from './pack-packages.mjs';
import { root, run } from './run.mjs';

/** Where `npm run pack` puts the packages, as the manifests of these examples name it. */
const PACKED = 'file:../../packed/';

const INSTALL = 'npm install --prefer-offline --no-package-lock --no-audit --no-fund --loglevel=error';

/** The packages are packed once, whatever is installed. */
let packed;

/** @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest */
export function isStandalone({ dependencies, devDependencies }) {
  return Object.values({ ...dependencies, ...devDependencies }).some((version) => version.startsWith(PACKED));
}

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-standalone-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

async function pack() {
  const folder = temporary();
  await packPackages(folder);
  return folder;
}

/**
 * Copies an example to where nothing of the workspace is found, and installs what it depends on.
 *
 * @param {string} name folder in examples/
 * @returns {Promise<string>} the folder of the copy
 */
export async function installStandalone(name) {
  packed ??= pack();
  const tarballs = await packed;
  const folder = join(temporary(), name);
  mkdirSync(folder);
  const from = join(root, 'examples', name);
  cpSync(from, folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  const file = join(folder, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(PACKED, `file:${tarballs}/`));
  const { ok, output } = await run(INSTALL, { cwd: folder });
  if (!ok) throw new Error(`${output}\nThe packages of examples/${name} cannot be installed.`);
  return folder;
}
