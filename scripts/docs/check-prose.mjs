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
  return [...linksIn(page), ...symbolsIn(page), ...scriptsIn(page)].map((what) => ({ where: page.path, what }));
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

/** A link whose text is a name, such as [`finish`](finish.ts), leads to a file that has the name. */
function symbolsIn({ prose, folder }) {
  return [...prose.matchAll(/\[`(\w+)`\]\(([^)#\s]+\.ts)\)/g)].flatMap(([, name, target]) => {
    const file = join(folder, target);
    if (!existsSync(file) || new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))) return [];
    return [`it says that ${name} is in ${target}, which does not have it`];
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
