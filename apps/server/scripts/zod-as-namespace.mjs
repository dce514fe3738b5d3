/** An esbuild plugin: the modules of a bundle import zod as a namespace. */
import { readFileSync } from 'node:fs';
import { zodAsNamespace as rewritten } from '@understudy/tooling/zod-as-namespace';

/** Asks for a member that every zod 4 has; who asks for the namespace has all of it. */
const ASKS = "'coerce' in z";

/** @type {import('esbuild').Plugin} */
export const zodAsNamespace = {
  name: 'zod-as-namespace',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$|[\\/]trpc-to-openapi[\\/].*\.mjs$/ }, ({ path }) => ({
      contents: rewritten(readFileSync(path, 'utf8')).replace(ASKS, 'true'),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};
