/** An esbuild plugin: our modules import zod as a namespace, of which a bundler takes what is used. */
import { readFileSync } from 'node:fs';
import { zodAsNamespace as rewritten } from '@understudy/tooling/zod-as-namespace';

/** @type {import('esbuild').Plugin} */
export const zodAsNamespace = {
  name: 'zod-as-namespace',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: rewritten(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
