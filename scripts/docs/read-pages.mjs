/** Finds the workspace's Markdown pages, and the fenced blocks in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../run.mjs';

const skipped = /^(node_modules|dist|\..*)$/;

/**
 * @typedef {{ page: Page, where: string, language: string, flags: string[], code: string, line: number }} Block
 * @typedef {{ path: string, folder: string, text: string, prose: string, blocks: Block[] }} Page
 */

/** Whether a block shows a file, or a line to append to one, by its flag `file=…` or `append=…`. */
export const isFile = ({ flags }) => flags.some((flag) => /^(file|append)=/.test(flag));

/** @returns {Page[]} every page */
export function readPages() {
  return markdownBelow(root).map((path) =>
    readPage(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')),
  );
}

function markdownBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.test(entry.name) ? [] : markdownBelow(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

/** @returns {Page} */
function readPage(path, text) {
  /** @type {Page} */
  const page = { path, folder: join(root, path, '..'), text, prose: '', blocks: [] };
  const prose = [];
  let open;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, indent, fence, info] = /^( *)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined && fence !== undefined) {
      const [language = '', ...flags] = info.trim().split(/\s+/);
      open = { language, flags, lines: [], line: index + 1, fence, indent: indent.length };
    } else if (open !== undefined && fence?.startsWith(open.fence) && info === '') {
      const { language, flags, lines, line: start } = open;
      const where = `${path}:${start}`;
      page.blocks.push({ page, where, language, flags, code: `${lines.join('\n')}\n`, line: start });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line.slice(open.indent));
    else prose.push(line);
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: the block has no end`);
  return { ...page, prose: prose.join('\n') };
}
