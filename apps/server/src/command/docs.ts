/** `understudy docs`: lists the pages that came with the package, or prints one as it is, for a person or an agent. */
import { nearest } from '@understudy/contract/kit';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OptionError } from '../options/options.js';
import { type Command, Failure } from './commands.js';
import { writeWhole } from './terminal.js';

/** Where the pages are: in the package that was installed, or at the root of the clone. */
const FOLDERS = ['../../docs/', '../../../../docs/'];

/** A page, as the index of the documentation names it. */
interface Page {
  readonly name: string;
  readonly summary: string;
}

/** A page as it is. */
export const readPage = (folder: string, name: string): string => readFileSync(`${folder}${name}.md`, 'utf8');

/** The pages that the index lists, in its order. */
export function pagesIn(folder: string): Page[] {
  const rows = readPage(folder, 'README').matchAll(/^- \[[^\]]+\]\(([\w/-]+)\.md\): (.+)$/gm);
  return Array.from(rows, ([, name = '', summary = '']) => ({ name, summary }));
}

/**
 * The folder of the pages.
 *
 * @throws {@link Failure} where they did not come with the program
 */
export function pagesFolder(): string {
  const folders = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const folder = folders.find((path) => existsSync(`${path}README.md`));
  if (folder === undefined) throw new Failure('the pages are not here; they come with the package @understudy/server');
  return folder;
}

function listed(pages: readonly Page[]): string {
  const width = Math.max(...pages.map(({ name }) => name.length));
  return pages
    .map(({ name, summary }) => `${name.padEnd(width)}  ${summary.charAt(0).toUpperCase()}${summary.slice(1)}\n`)
    .join('');
}

/** `understudy docs`. */
export const command: Command = {
  options: () => ({}),
  run: async ({ operands: [asked] }, { write }) => {
    const folder = pagesFolder();
    const pages = pagesIn(folder);
    const name = asked?.replace(/^docs\/|\.md$/g, '');
    if (name !== undefined && !pages.some((page) => page.name === name)) {
      const near = nearest(
        name,
        pages.map((page) => page.name),
      );
      throw new OptionError(
        `there is no page ${asked}${near === null ? '' : ` (did you mean ${near}?)`}; docs without a name lists them all`,
      );
    }
    writeWhole(write)(name === undefined ? listed(pages) : readPage(folder, name));
    return 0;
  },
};
