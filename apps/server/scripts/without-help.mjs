/** An esbuild plugin: options in a page have no command line, and so nothing that only its help, its variables and its file need. */
import { readFileSync } from 'node:fs';

/** Members of an option with a text in quotes, as the formatter writes them. */
const texts = /^\s*(?:flag|help|group|variable|placeholder|shown):\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),\n/gm;

/** Members with a list or a name. */
const others = /^\s*(?:choices|rebase):\s*(?:\[[^\]]*\]|\w+),\n/gm;

/** @type {import('esbuild').Plugin} */
export const withoutHelp = {
  name: 'without-help',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]options[\\/]\w+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(texts, '').replaceAll(others, ''),
      loader: 'ts',
    }));
  },
};
