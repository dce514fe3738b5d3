/** Checks what the text between the blocks refers to: files, headings and scripts. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @param {import('./read-pages.mjs').Page} page
 * @returns {{ where: string, what: string }[]} what is wrong
 */
export function checkProse(page) {
  return [...linksIn(page), ...scriptsIn(page)].map((what) => ({ where: page.path, what }));
}

function linksIn({ prose, folder, text }) {
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path, anchor] = target.split('#');
    const file = path === '' ? undefined : join(folder, path);
    if (file !== undefined && !existsSync(file)) return [`it links to ${target}, which is not there`];
    if (anchor === undefined) return [];
    const linked = file === undefined ? text : statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    return headingsOf(linked).includes(anchor) ? [] : [`it links to ${target}, but there is no such heading`];
  });
}

function headingsOf(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function scriptsIn({ prose }) {
  return [...prose.matchAll(/npm run ([\w:-]+)/g)]
    .filter(([, name]) => !Object.hasOwn(scripts, name))
    .map(([, name]) => `it names npm run ${name}, but package.json has no such script`);
}
