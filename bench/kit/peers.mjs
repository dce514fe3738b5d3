/** Installs the pinned peers into a folder that git ignores, when they are first wanted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPinned } from '@understudy/tooling/pinned';
import { paths } from './paths.mjs';

/** Installs one peer if its lockfile changed; gives the reason where it cannot be had. */
export function install(name, say) {
  const [manifest, target] = [join(paths.manifests, name), join(paths.peers, name)];
  return installPinned(manifest, target, () => say(`installing ${name} (first run only)`));
}

/** The exact version that is pinned for a peer. */
export function pinnedVersion({ name, package: packageName }) {
  return JSON.parse(readFileSync(join(paths.manifests, name, 'package.json'), 'utf8')).dependencies[packageName];
}
