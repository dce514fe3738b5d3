/** Checks the pages as a whole: the README is short, the index of docs/ is complete, and each check is explained. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

/** Words of the root README, as `wc -w` counts them. */
const MAX_WORDS = 1200;

const INDEX = 'docs/README.md';
const CHECKS = 'docs/checks.md';

/**
 * @param {import('./read-pages.mjs').Page[]} pages
 * @returns {{ where: string, what: string }[]} what is wrong
 */
export function checkLayout(pages) {
  const page = (path) => pages.find((one) => one.path === path) ?? { text: '', prose: '' };
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const words = page('README.md').text.split(/\s+/).filter(Boolean).length;
  const linked = new Set([...page(INDEX).prose.matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target));
  const unlisted = readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md' && !linked.has(name));
  const explained = new Set(
    [...page(CHECKS).prose.matchAll(/`(?:npm run )?((?:check|test):[\w-]+)/g)].map(([, name]) => name),
  );
  const unexplained = Object.keys(scripts).filter((name) => /^(check|test):/.test(name) && !explained.has(name));
  return [
    ...(words > MAX_WORDS
      ? [{ where: 'README.md', what: `it has ${words} words; at most ${MAX_WORDS} are allowed` }]
      : []),
    ...unlisted.map((name) => ({ where: INDEX, what: `it does not list ${name}` })),
    ...unexplained.map((name) => ({ where: CHECKS, what: `it does not say what ${name} proves` })),
  ];
}
