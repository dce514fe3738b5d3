/** Installs the pinned peers into a folder that git ignores, when they are first wanted. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@understudy/tooling/server';
import { paths } from './paths.mjs';

const FILES = ['package.json', 'package-lock.json'];

/** Install scripts stay off: no peer needs one here, and some report the install to their maker. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

async function npm(folder) {
  const { code, stderr } = await runProgram(['npm', ...INSTALL], { cwd: folder });
  return code === 0 ? undefined : stderr.trim().split('\n')[0] || `npm ended with ${code}`;
}

/** Installs one peer if its lockfile changed; gives the reason where it cannot be had. */
export async function install(name, say) {
  const target = join(paths.peers, name);
  const lock = readFileSync(join(paths.manifests, name, 'package-lock.json'), 'utf8');
  const stamp = join(target, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return undefined;
  say(`installing ${name} (first run only)`);
  mkdirSync(target, { recursive: true });
  for (const file of FILES) copyFileSync(join(paths.manifests, name, file), join(target, file));
  const failure = await npm(target);
  if (failure === undefined) writeFileSync(stamp, lock);
  return failure === undefined ? undefined : `could not be installed: ${failure}`;
}

/** The exact version that is pinned for a peer. */
export function pinnedVersion({ name, package: packageName }) {
  return JSON.parse(readFileSync(join(paths.manifests, name, 'package.json'), 'utf8')).dependencies[packageName];
}
