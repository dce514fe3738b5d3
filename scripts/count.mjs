/**
 * `npm run count`: how large this house is, beside the most that it may be, and what it is to become: files, lines, words,
 * the files that five requests enter, and how long the last whole `npm test` here took. `-- --check` looks at what can be
 * read off the files alone, and exits with 1 where any of it has grown: whoever adds something finds what goes for it, and
 * whoever makes something smaller lowers its bound here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { enteredFiles } from './count/entered-files.mjs';
import { lastRun } from './last-run.mjs';
import { root } from './run.mjs';

/** @returns {string[]} the files of the work tree below a folder that git knows, or is to know */
function filesIn(folder) {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', folder], { cwd: root });
  return listed
    .toString('utf8')
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

const textOf = (file) => readFileSync(join(root, file), 'utf8');
const linesOf = (files) => files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
const wordsOf = (file) => textOf(file).split(/\s+/).filter(Boolean).length;

const isSource = (file) => file.endsWith('.ts') && !/\.(?:test|test-d|fixture)\.ts$/.test(file);
/** The texts that records are made of. */
const isWords = (file) => /\/domains\/\w+\/words\//.test(file);

const sources = filesIn('apps/server/src').filter(isSource);
const server = sources.filter((file) => !isWords(file));
const journal = server.filter((file) => /\/journals?[/.-]/.test(file));
const kit = filesIn('packages/contract/src/kit').filter(isSource);
const tests = filesIn('apps/server/test').filter((file) => file.endsWith('.ts'));
const decisions = filesIn('decisions').filter((file) => /^\d+.*\.md$/.test(basename(file)));
const isAtRoot = (file) => /^apps\/server\/src\/[^/]+$/.test(file);
const { scripts } = JSON.parse(textOf('package.json'));

/** What there is, the most that there may be of it, and the most that there is to be one day, where that is less. */
const rows = [
  ['source files in apps/server/src, without words of domains', server.length, 495],
  ['lines of them', linesOf(server), 90_940, 57_000],
  ['files at the root of apps/server/src', server.filter(isAtRoot).length, 8],
  ['lines of the journal, its masks, evidence and stores', linesOf(journal), 4745, 4200],
  ['files of packages/contract/src/kit', kit.length, 35],
  ['lines under apps/server/test', linesOf(tests), 60_200, 45_000],
  ["scripts of the root's package.json", Object.keys(scripts).length, 25],
  ['decisions', decisions.length, 35],
  ['words of the longest decision', Math.max(0, ...decisions.map(wordsOf)), 350],
];

if (process.argv.includes('--check')) {
  const grown = rows.filter(([, now, most]) => now > most);
  for (const [what, now, most] of grown) console.error(`${what}: ${now}, and at most ${most} are allowed`);
  if (grown.length > 0) console.error('Find what goes for what came; scripts/count.mjs has the bounds.');
  process.exit(grown.length > 0 ? 1 : 0);
}

rows.push(['words of all decisions', decisions.reduce((sum, file) => sum + wordsOf(file), 0)]);
const entered = { 'first GET of courses': [62, 45], 'POST with a key on SQLite': [72, 60] };
for (const { name, files } of await enteredFiles()) {
  rows.push([`files entered by the ${name}`, files.length, ...(entered[name] ?? [])]);
}
const run = lastRun();
rows.push(['seconds of the last whole `npm test` here', run === undefined ? 'none' : Math.round(run.seconds), 240]);

console.log('| | now | at most | to become |\n| --- | --- | --- | --- |');
for (const cells of rows) {
  const [what, now, most = '', later = ''] = cells;
  console.log(`| ${[what, now, most, later].map((cell) => cell.toLocaleString('en')).join(' | ')} |`);
}
