/** Clients for Node: each is a program of its own, beside the packages that the run has installed. */
import { join } from 'node:path';
import { spawnListener } from '../../../../tooling/src/server/index.mjs';
import { folder } from '../packages.mjs';

/** @type {import('./index.mjs').Start} */
export async function startNode({ program, env: own }, env) {
  const app = await spawnListener([join(folder, 'node', program)], { env: { ...env, ...own } });
  return { origin: app.origin, output: app.output, stop: () => app.stop('SIGKILL') };
}
