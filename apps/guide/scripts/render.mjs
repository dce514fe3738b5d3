/** Makes HTML of a page of Markdown, and the sections that the search finds. */
import hljs from 'highlight.js/lib/common';
import { marked, Renderer } from 'marked';
import { posix } from 'node:path';
import { isLocal, plain, targetOf } from './pages.mjs';

/** @typedef {import('./pages.mjs').Page} Page */

export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as Git hosts make it. */
export const anchorOf = (heading) =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** How highlight.js calls what a block is marked with. */
const LANGUAGES = { sh: 'bash', tsx: 'typescript', ts: 'typescript', js: 'javascript', http: 'plaintext' };

function highlighted(text, language) {
  const name = LANGUAGES[language] ?? language;
  return hljs.getLanguage(name) === undefined ? escaped(text) : hljs.highlight(text, { language: name }).value;
}

/** The address of a file of the guide, from a page of it. */
export const addressFrom = (page, file) => posix.relative(posix.dirname(page.file), file) || '.';

/**
 * @param {Page} page
 * @param {import('./pages.mjs').Guide} guide
 * @param {Set<object>} live the blocks that run
 */
export function bodyOf(page, { byPath }, live) {
  const renderer = new Renderer();
  renderer.heading = function heading({ tokens, depth, text }) {
    const id = anchorOf(text);
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.code = (block) => {
    const [language = ''] = (block.lang ?? '').split(/\s/);
    const pre = `<pre tabindex="0"><code>${highlighted(block.text, language)}</code></pre>`;
    return live.has(block) ? `<figure class="cell">${pre}</figure>\n` : `${pre}\n`;
  };
  renderer.table = function table(token) {
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>\n`;
  };
  renderer.link = function link({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    if (!isLocal(href)) return `<a href="${escaped(href)}">${words}</a>`;
    const target = byPath.get(targetOf(page, href));
    // What is no page of the guide lies in the repository, which the guide knows no address of.
    if (target === undefined) return words;
    const [, anchor] = href.split('#');
    const address = addressFrom(page, target.file) + (anchor === undefined ? '' : `#${anchor}`);
    return `<a href="${address}">${words}</a>`;
  };
  renderer.image = ({ href, text }) => {
    const file = targetOf(page, href).replace(/^docs\//, '');
    return `<img src="${addressFrom(page, file)}" alt="${escaped(text)}" loading="lazy">`;
  };
  return marked.parser(page.tokens, { renderer });
}

/** The words of a token, without its marks. */
function wordsOf(token) {
  const words = [];
  marked.walkTokens([token], ({ type, text, tokens }) => {
    if (['text', 'codespan', 'code'].includes(type) && tokens === undefined) words.push(text);
  });
  return words.join(' ');
}

/**
 * @param {Page} page
 * @returns {{ id: string, page: string, heading: string, text: string }[]}
 */
export function sectionsOf({ file, title, tokens }) {
  const sections = [{ id: file, page: title, heading: title, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth > 1) {
      sections.push({ id: `${file}#${anchorOf(token.text)}`, page: title, heading: plain(token.text), text: '' });
    } else if (token.type !== 'heading' && token.type !== 'space') {
      const section = sections.at(-1);
      section.text = `${section.text} ${wordsOf(token)}`.trim().replaceAll(/\s+/g, ' ');
    }
  }
  return sections;
}
