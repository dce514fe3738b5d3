/** Which pages the guide has and how they are grouped, as docs/README.md says; and whether their links lead anywhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const INDEX = 'docs/README.md';

/**
 * @typedef {object} Page
 * @property {string} path in the workspace
 * @property {string} file below the folder of the guide
 * @property {string} title
 * @property {import('marked').TokensList} tokens
 *
 * @typedef {{ title: string, pages: { page: Page, words: string }[] }} Group
 * @typedef {{ root: string, pages: Page[], groups: Group[], byPath: Map<string, Page> }} Guide
 */

/** Where a page of the workspace is in the guide. */
function fileOf(path) {
  if (path === INDEX) return 'index.html';
  const name = path.startsWith('docs/') ? path.slice('docs/'.length) : `project/${path.toLowerCase()}`;
  return `${name.slice(0, -'.md'.length)}.html`;
}

/** @returns {Page} */
function readPage(path) {
  const tokens = marked.lexer(readFileSync(join(root, path), 'utf8'));
  const heading = tokens.find(({ type, depth }) => type === 'heading' && depth === 1);
  return { path, file: fileOf(path), title: plain(heading?.text ?? path), tokens };
}

/** What of a heading is read aloud: no marks of code or emphasis, and of a link its words. */
export const plain = (text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');

/** Whether a link leads to another page or file of the workspace. */
export const isLocal = (href) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(href);

/** The path that a link of a page leads to, without its fragment. */
export const targetOf = (page, href) => posix.join(posix.dirname(page.path), href.split('#')[0]);

/** The links of a list, in their order. */
function linksIn(list) {
  const links = [];
  marked.walkTokens(list.items, (token) => {
    if (token.type === 'link') links.push(token);
  });
  return links;
}

/** @returns {Guide} */
export function readGuide() {
  const index = readPage(INDEX);
  const byPath = new Map([[INDEX, index]]);
  /** @type {Group[]} */
  const groups = [];
  for (const token of index.tokens) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, pages: [] });
    if (token.type !== 'list' || groups.length === 0) continue;
    for (const { href, text } of linksIn(token)) {
      const path = isLocal(href) ? targetOf(index, href) : '';
      if (!path.endsWith('.md') || !existsSync(join(root, path))) continue;
      if (!byPath.has(path)) byPath.set(path, readPage(path));
      groups.at(-1).pages.push({ page: byPath.get(path), words: plain(text) });
    }
  }
  if (!byPath.has('README.md')) byPath.set('README.md', readPage('README.md'));
  const named = groups.filter(({ pages }) => pages.length > 0);
  return { root, pages: [...byPath.values()], groups: named, byPath };
}

/** @returns {string[]} what is wrong with the links and files that the built pages name */
export function deadLinks(folder, { pages }) {
  const files = new Set(readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/')));
  const texts = new Map(pages.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  return pages.flatMap(({ file, path }) =>
    [...texts.get(file).matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, address]) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return [];
      const [name, anchor] = address.split('#');
      const target =
        name === '' ? file : relative('.', join(dirname(file), name)).replaceAll('\\', '/') || 'index.html';
      if (!files.has(target)) return [`${path} links to ${address}, which is not there`];
      const hasAnchor = anchor === undefined || texts.get(target)?.includes(` id="${anchor}"`);
      return hasAnchor ? [] : [`${path} links to ${address}, but there is no such heading`];
    }),
  );
}
