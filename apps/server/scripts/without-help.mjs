/** An esbuild plugin: options in a page have no command line, and so nothing that only its help, its variables and its file need. */
import { readFileSync } from 'node:fs';

/** Members of an option with a text in quotes, as the formatter writes them. */
const texts = /^\s*(?:flag|help|group|variable|placeholder|shown):\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),\n/gm;

/** Members with a list or a name. */
const others = /^\s*(?:choices|rebase):\s*(?:\[[^\]]*\]|\w+),\n/gm;

const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)`;

/** Descriptions as the first text of what makes an option, and as the second. */
const first = new RegExp(String.raw`\b(number|size|jsonFile|toggle)\(\s*${TEXT}(?=\s*[,)])`, 'g');
const second = new RegExp(String.raw`\b(optional|list)\(\s*${TEXT},\s*${TEXT}(?=\s*[,)])`, 'g');

const withoutTexts = (source) =>
  source.replaceAll(texts, '').replaceAll(others, '').replaceAll(first, "$1(''").replaceAll(second, "$1('', ''");

/** @type {import('esbuild').Plugin} */
export const withoutHelp = {
  name: 'without-help',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]options[\\/]\w+\.ts$/ }, ({ path }) => ({
      contents: withoutTexts(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
