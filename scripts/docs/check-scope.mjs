/** Checks that nobody is told to run the package understudy, without our scope: on npm that is somebody else's. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

/** What runs or installs a package by its name. */
const RUNS = ['npx', 'npm exec', 'npm x', 'pnpm dlx', 'pnpx', 'yarn dlx', 'bunx', 'bun x', 'deno run'];
const INSTALLS = ['npm install', 'npm i', 'npm add', 'pnpm add', 'yarn add', 'bun add'];

/** One of them, perhaps with flags and other packages, and then the bare name. */
const bare = new RegExp(
  String.raw`(?:\b(?:${RUNS.join('|')})(?: +-\S+)* +|\b(?:${INSTALLS.join('|')})(?: +[^\s\x60;&|]+)* +)(?:npm:)?understudy(?![\w/-])`,
);

/** Files of the project that are text, and tell somebody something. */
const TEXT = /\.(?:md|mdx|txt|html|tsx?|m?js|cjs|json|ya?ml|sh|py)$|^\.ci\/run$|Dockerfile$/;

/** @returns {{ where: string, what: string }[]} each line that names the package without its scope */
export function checkScope() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return files
    .toString()
    .split('\0')
    .filter((file) => TEXT.test(file))
    .flatMap((file) => strangersIn(file, readText(file)));
}

/** One that was removed is none. */
function readText(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}

function strangersIn(file, text) {
  if (!text.includes('understudy')) return [];
  return text.split('\n').flatMap((line, index) => {
    const [found] = bare.exec(line) ?? [];
    const what = `on npm, understudy is somebody else’s package; write npx @understudy/server instead of "${found}"`;
    return found === undefined ? [] : [{ where: `${file}:${index + 1}`, what }];
  });
}
