/**
 * Builds dist/guide, a folder of static files: the pages of docs/ with what they link to, their scripts, and the index of
 * the search. A link that leads nowhere and a cell that does not answer as its page says are errors.
 */
import { build } from 'esbuild';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deadCells, liveCells } from './cells.mjs';
import { htmlOf } from './layout.mjs';
import { deadLinks, readGuide } from './pages.mjs';
import { bodyOf, sectionsOf } from './render.mjs';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const to = at('dist/guide');

rmSync(at('dist'), { recursive: true, force: true });
await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts', 'src/cell.ts', 'src/curl.ts', 'src/style.css'],
  outdir: to,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
  // Chunks of the server import each other for what they do alone, which is nothing.
  logOverride: { 'ignored-bare-import': 'silent' },
});

const guide = readGuide();
const built = (file) => import(pathToFileURL(join(to, file)).href);
const [{ cellRunner }, { readCommands }] = [await built('cell.js'), await built('curl.js')];
const cells = new Map(guide.pages.map((page) => [page, liveCells(page, readCommands)]));
const faults = await Promise.all(guide.pages.map((page) => deadCells(page, cells.get(page), cellRunner())));

for (const page of guide.pages) {
  const file = join(to, page.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, htmlOf(page, guide, bodyOf(page, guide, cells.get(page))));
}
writeFileSync(join(to, 'search.json'), JSON.stringify(guide.pages.flatMap((page) => sectionsOf(page))));
copyFileSync(at('src/icon.svg'), join(to, 'icon.svg'));
cpSync(join(guide.root, 'docs/pictures'), join(to, 'pictures'), { recursive: true });

const wrong = [...deadLinks(to, guide), ...faults.flat()];
for (const line of wrong) console.error(line);
const live = [...cells.values()].reduce((sum, { size }) => sum + size, 0);
console.log(`${guide.pages.length} pages with ${live} live cells`);
process.exit(wrong.length === 0 ? 0 : 1);
