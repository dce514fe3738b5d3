/** An esbuild plugin: options in a page have no command line, and so no texts for its help. */
import { readFileSync } from 'node:fs';

/** A member `help` with a text in quotes, as the formatter writes it. */
const help = /^\s*help:\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),\n/gm;

/** @type {import('esbuild').Plugin} */
export const withoutHelp = {
  name: 'without-help',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]options[\\/]\w+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(help, ''),
      loader: 'ts',
    }));
  },
};
