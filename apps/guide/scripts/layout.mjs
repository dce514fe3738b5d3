/** What stands around each page: its head, the search, the pages by their groups, and the pages before and after it. */
import { addressFrom, anchorOf, escaped } from './render.mjs';
import { plain } from './pages.mjs';

/** Its own scripts and style, and nothing from elsewhere. A static host sends no header, so that the page says it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The sections of a page, below its own name in the list of pages. */
function sectionList({ tokens }) {
  const headings = tokens.filter(({ type, depth }) => type === 'heading' && depth === 2);
  if (headings.length < 2) return '';
  const links = headings.map(({ text }) => `<li><a href="#${anchorOf(text)}">${escaped(plain(text))}</a></li>`);
  return `<ul>${links.join('')}</ul>`;
}

/** The words for whoever finds the page elsewhere: its first paragraph. */
function descriptionOf({ tokens, title }) {
  const first = tokens.find(({ type }) => type === 'paragraph');
  const words = first === undefined ? title : plain(first.text).replaceAll(/\s+/g, ' ');
  return words.length > 200 ? `${words.slice(0, 199)}…` : words;
}

/**
 * @param {import('./pages.mjs').Page} page
 * @param {import('./pages.mjs').Guide} guide
 */
export function htmlOf(page, { groups }, body) {
  const to = (file) => addressFrom(page, file);
  const entry = ({ page: other, words }) =>
    other === page
      ? `<li><a href="${to(other.file)}" aria-current="page">${escaped(words)}</a>${sectionList(page)}</li>`
      : `<li><a href="${to(other.file)}">${escaped(words)}</a></li>`;
  const nav = groups.map(({ title, pages }) => `<h2>${escaped(title)}</h2><ul>${pages.map(entry).join('')}</ul>`);
  const order = groups.flatMap(({ pages }) => pages);
  const place = order.findIndex((one) => one.page === page);
  const turn = (one, rel, label) =>
    one === undefined
      ? ''
      : `<a rel="${rel}" href="${to(one.page.file)}"><span>${label}</span>${escaped(one.words)}</a>`;
  const title = page.file === 'index.html' ? 'Understudy' : `${page.title} · Understudy`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escaped(descriptionOf(page))}">
<title>${escaped(title)}</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('style.css')}">
<script type="module" src="${to('main.js')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${to('index.html')}">Understudy</a>
<a class="menu" href="#pages">Pages</a>
<search>
<input id="search" type="search" aria-label="Search the guide" placeholder="Search" autocomplete="off" data-folder="${to('index.html').replace(/index\.html$/, '')}">
<div id="results" role="region" aria-label="Found" hidden></div>
</search>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages"><a class="menu" href="#main">Close</a>${nav.join('\n')}</nav>
<main id="main">
${body}
<footer>${turn(order[place - 1], 'prev', 'Before')}${turn(order[place + 1], 'next', 'Next')}</footer>
</main>
</div>
</body>
</html>
`;
}
