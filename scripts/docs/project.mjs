/** The folder in which blocks are compiled and run: a project that has installed the packages. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../run.mjs';

/** The folder. */
export const project = join(root, '.cache', 'docs');

const installed = {
  '@playwright/test': 'packages/client/node_modules/@playwright/test',
  '@understudy/client': 'packages/client',
  '@understudy/contract': 'packages/contract',
  '@understudy/server': 'apps/server',
  '@trpc/client': 'apps/server/node_modules/@trpc/client',
  '@trpc/server': 'packages/contract/node_modules/@trpc/server',
  '@types/node': 'packages/contract/node_modules/@types/node',
  hono: 'apps/server/node_modules/hono',
  msw: 'apps/server/node_modules/msw',
  standardwebhooks: 'examples/webhook-receiver/node_modules/standardwebhooks',
  stripe: 'examples/webhook-receiver/node_modules/stripe',
  vitest: 'packages/contract/node_modules/vitest',
  zod: 'packages/contract/node_modules/zod',
};

/** Makes the folder anew, with the packages in it. */
export function makeProject() {
  rmSync(project, { recursive: true, force: true });
  for (const [name, target] of Object.entries(installed)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, target), link, 'junction');
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
}
