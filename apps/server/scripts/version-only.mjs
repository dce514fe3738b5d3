/** An esbuild plugin: of its package.json a bundle has the version. */
import { readFileSync } from 'node:fs';

/** @type {import('esbuild').Plugin} */
export const versionOnly = {
  name: 'version-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]apps[\\/]server[\\/]package\.json$/ }, ({ path }) => ({
      contents: JSON.stringify({ version: JSON.parse(readFileSync(path, 'utf8')).version }),
      loader: 'json',
    }));
  },
};
