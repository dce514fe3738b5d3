/**
 * Before the package is packed: copies the pages of the documentation and the skill for agents into it, and writes
 * llms.txt, which lists them. `--remove`, after it is packed, removes the copies; `--to FOLDER` copies to another folder.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ours = fileURLToPath(new URL('..', import.meta.url));
const root = join(ours, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** A line of the index: a page, and what is on it. */
const ROW = /^- \[([^\]]+)\]\(([^)]+\.md)\): (.+)$/;

/** The index without the pages for those who change the project, which a package has no use for. */
const indexOfPackage = () => read('docs/README.md').split('\n## Trusting and changing it')[0];

/** Links that lead out of the pages are their words alone: what they name is not in the package. */
const withoutOutside = (text, page) =>
  text.replaceAll(/!?\[([^\]]+)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g, (link, words, target) => {
    const path = join('docs', dirname(page), target).replaceAll('\\', '/');
    return copied.has(path) ? link : words;
  });

/** @returns {string[]} the pages that the package has, by their paths below docs/ */
export function pagesOfPackage() {
  const rows = indexOfPackage()
    .split('\n')
    .flatMap((line) => ROW.exec(line)?.[2] ?? []);
  return ['README.md', ...rows.filter((path) => !path.startsWith('..'))];
}

const copied = new Set(pagesOfPackage().map((page) => `docs/${page}`));

/** llms.txt, in the form of https://llmstxt.org. */
function llmsText() {
  const { name, description } = JSON.parse(readFileSync(join(ours, 'package.json'), 'utf8'));
  const index = withoutOutside(indexOfPackage(), 'README.md');
  const lines = index.slice(index.indexOf('\n## ')).split('\n');
  const linked = lines.map((line) => line.replace(/\]\(([^)]+\.md)\)/, '](docs/$1)'));
  const skill = '- [How to use it](skills/understudy/SKILL.md): the skill for agents.';
  return `# ${name}\n\n> ${description}\n\n${skill}\n${linked.join('\n').trimEnd()}\n`;
}

function copyTo(folder) {
  for (const page of pagesOfPackage()) {
    const text = page === 'README.md' ? indexOfPackage() : read(`docs/${page}`);
    const path = join(folder, 'docs', page);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${withoutOutside(text, page).trimEnd()}\n`);
  }
  cpSync(join(root, 'skills'), join(folder, 'skills'), { recursive: true });
  writeFileSync(join(folder, 'llms.txt'), llmsText());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { to = ours, remove } = parseArgs({ options: { to: { type: 'string' }, remove: { type: 'boolean' } } }).values;
  for (const name of ['docs', 'skills', 'llms.txt']) rmSync(join(to, name), { recursive: true, force: true });
  if (!remove) copyTo(to);
}
