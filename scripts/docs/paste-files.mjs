/** Pastes the files that a page shows into a copy of contract and server, and builds them, as a reader would. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root, run } from '../run.mjs';
import { isFile } from './read-pages.mjs';

const copy = join(root, '.cache', 'pasted');
const CONTRACT = 'packages/contract';
const SERVER = 'apps/server';
const INSPECTOR = 'apps/inspector/dist';

/** What is not copied: it is installed, built or generated. */
const skipped = new Set(['node_modules', 'dist', '.cache', '.turbo', 'reports']);

/** Compiles what a page pastes into the server with its declarations, as the build does. */
const PASTED = 'tsconfig.pasted.json';

/**
 * In this order: the server is built on the contract. All of it is compiled with what is pasted, and declarations, which
 * take as long again, are made of that alone.
 */
const builds = [
  { at: CONTRACT, command: 'tsc --singleThreaded -p tsconfig.build.json' },
  {
    at: SERVER,
    command: [
      'node scripts/outline-domains.mjs',
      'node scripts/build.mjs',
      'tsc --singleThreaded -p tsconfig.build.json --noEmit --declaration false --emitDeclarationOnly false',
      `tsc --singleThreaded -p ${PASTED} --noEmit`,
    ].join(' && '),
  },
];

/**
 * @param {import('./read-pages.mjs').Page} page
 * @returns {Promise<{ main: string, faults: { where: string, what: string }[] }>} the built server, and what is wrong
 */
export async function pasteFiles(page) {
  makeCopy();
  writePasted(page);
  for (const { flags, code } of page.blocks.filter(isFile)) {
    const [kind, path] = flags[0].split('=');
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    if (kind === 'file') writeFileSync(file, code);
    // Who has pasted the page into the workspace has the line already.
    else if (!readFileSync(file, 'utf8').includes(code.trim())) appendFileSync(file, code);
  }
  const main = join(copy, SERVER, 'dist', 'main.js');
  for (const { at, command } of builds) {
    const { ok, output } = await run(command, { cwd: join(copy, at) });
    if (!ok) return { main, faults: [{ where: page.path, what: `${at} does not build with its files:\n${output}` }] };
  }
  return { main, faults: [] };
}

/** The settings that compile the files of a page alone, with what they import. */
function writePasted({ blocks }) {
  const paths = blocks.filter(isFile).map(({ flags }) => flags[0].split('='));
  const own = paths.filter(([kind, path]) => kind === 'file' && path.startsWith(`${SERVER}/`));
  const files = own.map(([, path]) => relative(SERVER, path));
  const settings = { extends: './tsconfig.build.json', include: [], files };
  writeFileSync(join(copy, SERVER, PASTED), JSON.stringify(settings));
}

function makeCopy() {
  rmSync(copy, { recursive: true, force: true });
  for (const folder of [CONTRACT, SERVER]) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !skipped.has(basename(path)),
    });
    linkModules(folder);
  }
  // The server copies the built inspector.
  cpSync(join(root, INSPECTOR), join(copy, INSPECTOR), { recursive: true });
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
}

/** Links what is installed for a package, with the contract taken from the copy. */
function linkModules(folder) {
  const installed = join(root, folder, 'node_modules');
  const modules = join(copy, folder, 'node_modules');
  mkdirSync(join(modules, '@understudy'), { recursive: true });
  const names = readdirSync(installed).flatMap((name) =>
    name === '@understudy' ? readdirSync(join(installed, name)).map((own) => join(name, own)) : [name],
  );
  for (const name of names) {
    const target = name === join('@understudy', 'contract') ? join(copy, CONTRACT) : join(installed, name);
    symlinkSync(target, join(modules, name), 'junction');
  }
}
