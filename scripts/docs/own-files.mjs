/** The files that a reader of a page saves, and the command that serves them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { project } from './project.mjs';

const COMMAND = 'npx @understudy/server serve ';

/** The name under which a reader saves a block, by its flag `as=…`. */
const savedAs = ({ flags }) => flags.find((flag) => flag.startsWith('as='))?.slice('as='.length);

/** @param {import('./read-pages.mjs').Block} block */
export const isSaved = (block) => savedAs(block) !== undefined;

/**
 * What is wrong with a block that shows a file of the workspace, by its flag `from=…`.
 *
 * @param {import('./read-pages.mjs').Block} block
 * @returns {string | undefined}
 */
export function otherThanShown({ flags, code }) {
  const from = flags.find((flag) => flag.startsWith('from='))?.slice('from='.length);
  if (from === undefined || readFileSync(join(root, from), 'utf8') === code) return undefined;
  return `it shows ${from}, but is not the same`;
}

/**
 * Whether a block only shows a file: the example that has it compiles and runs it.
 *
 * @param {import('./read-pages.mjs').Block} block
 */
export const isShown = (block) => !isSaved(block) && block.flags.some((flag) => flag.startsWith('from=examples/'));

/** @param {import('./read-pages.mjs').Block} block */
export const isServed = ({ flags }) => flags.includes('serve');

/**
 * Saves the files of a page, and gives what its server is started with.
 *
 * @param {import('./read-pages.mjs').Page} page
 * @returns {string[]}
 */
export function ownArguments({ path, blocks }) {
  const served = blocks.filter(isServed);
  if (served.length === 0) return [];
  const [line = '', ...more] = served.flatMap(({ code }) => code.trim().split('\n'));
  if (more.length > 0 || !line.startsWith(COMMAND)) throw new Error(`${path}: a page serves once, by ${COMMAND}…`);
  const folder = join(project, 'own', path.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  const saved = blocks.filter(isSaved);
  for (const block of saved) writeFileSync(join(folder, savedAs(block)), block.code);
  const names = new Set(saved.map(savedAs));
  const words = line.slice(COMMAND.length).split(/\s+/);
  return words.map((word) => (names.has(word.replace(/^\.\//, '')) ? join(folder, word) : word));
}
