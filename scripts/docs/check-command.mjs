/** Checks a shell command that is not run: the script, package, folder or flag that it names must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../pack-packages.mjs';
import { root } from '../run.mjs';
import { suites } from '../suites.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { scripts } = readJson('package.json');
const published = new Set(folders.map((folder) => readJson(`${folder}/package.json`).name));

/** Variables that Node, npm, other tools and the tests read. */
const knownVariables = new Set([
  'CI',
  'CHROMIUM_PATH',
  'UNDERSTUDY_REQUIRE_CHROMIUM',
  'NODE_EXTRA_CA_CERTS',
  'UNDERSTUDY_TEST_ALL',
]);

/**
 * @param {string} line
 * @param {import('./read-pages.mjs').Page} page
 * @param {string} help the help of the command
 * @returns {string | undefined} what is wrong
 */
export function checkCommand(line, page, help) {
  const words = line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .split(/\s+/);
  while (/^[A-Z_]+=/.test(words[0])) {
    const [name] = words.shift().split('=');
    const isKnown = knownVariables.has(name) || help.includes(`[${name};`) || isReadIn(page.folder, name);
    if (!isKnown) return `nothing reads the variable ${name}`;
  }
  const [program, ...rest] = words;
  if (program === '') return undefined;
  if (program === 'npm') return checkNpm(rest, help);
  if (program === 'node') return existsSync(join(root, rest[0])) ? undefined : `no ${rest[0]} here`;
  if (program === 'npx' && rest[0] === '@understudy/server') return checkFlags(ownWords(rest.slice(1)), help);
  if (program === 'npx')
    return existsSync(join(root, 'node_modules', '.bin', rest[0])) ? undefined : `no ${rest[0]} here`;
  if (program === 'git' && rest[0] === 'clone') return undefined;
  if (program === 'cd')
    return existsSync(join(root, rest[0])) || rest[0] === 'understudy' ? undefined : `no ${rest[0]}`;
  return `this check does not know the command: ${line}`;
}

function checkNpm([verb, ...rest], help) {
  if (verb === 'install') {
    const strange = rest.find((word) => !word.startsWith('-') && !published.has(word) && !isPacked(word));
    return strange ? `${strange} is not one of our packages` : undefined;
  }
  const script = verb === 'run' ? rest.shift() : verb;
  if (!Object.hasOwn(scripts, script)) return `package.json has no script ${script}`;
  const given = rest.filter((word) => word !== '--');
  if (script === 'start') return checkFlags(ownWords(rest.slice(1)), help);
  if (script === 'test') return given.map((word) => missingScript(`check:${word}`)).find(Boolean);
  if (script === 'suite') return given[0] in suites ? undefined : `no suite ${given[0]}`;
  if (script === 'example') return existsSync(join(root, 'examples', given[0])) ? undefined : `no example ${given[0]}`;
  return undefined;
}

/** The words of our command, without those of the command that it runs. */
function ownWords(words) {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/** Whether a word names the tarball of one of our packages, as `npm run pack` leaves it. */
function isPacked(word) {
  const [, name = ''] = /\/packed\/understudy-(\w+)-\S+\.tgz$/.exec(word) ?? [];
  return published.has(`@understudy/${name}`);
}

function missingScript(name) {
  return Object.hasOwn(scripts, name) ? undefined : `package.json has no script ${name}`;
}

function checkFlags(words, help) {
  const unknown = words.find(
    (word) => word.startsWith('--') && !new RegExp(`^ .* ?${word.split('=')[0]}\\s`, 'm').test(help),
  );
  return unknown ? `understudy has no flag ${unknown}` : undefined;
}

function isReadIn(folder, name) {
  return readdirSync(folder).some(
    (file) => /\.m?[jt]s$/.test(file) && readFileSync(join(folder, file), 'utf8').includes(name),
  );
}
