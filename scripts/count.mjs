/**
 * `npm run count`: how large this house is, beside what it is to be: files, lines, words, the files that five requests
 * enter, and how long the last whole `npm test` here took. Run it before and after a change that makes it smaller.
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
const run = lastRun();

/** What there is, and the most that there is to be of it. */
const rows = [
  ['source files in apps/server/src, without words of domains', server.length, 500],
  ['lines of them', linesOf(server), 57_000],
  ['files at the root of apps/server/src', server.filter(isAtRoot).length, 8],
  ['lines of the journal, its masks, evidence and stores', linesOf(journal), 4200],
  ['files of packages/contract/src/kit', kit.length, 35],
  ['lines under apps/server/test', linesOf(tests), 45_000],
  ["scripts of the root's package.json", Object.keys(scripts).length, 25],
  ['decisions', decisions.length, 35],
  ['words of the longest decision', Math.max(0, ...decisions.map(wordsOf)), 350],
  ['words of all decisions', decisions.reduce((sum, file) => sum + wordsOf(file), 0)],
];

const targets = { 'first GET of courses': 45, 'POST with a key on SQLite': 60 };
for (const { name, files } of await enteredFiles()) {
  rows.push([`files entered by the ${name}`, files.length, targets[name]]);
}
rows.push(['seconds of the last whole `npm test` here', run === undefined ? 'none' : Math.round(run.seconds), 240]);

console.log('| | now | at most |\n| --- | --- | --- |');
for (const [what, now, most = ''] of rows) {
  console.log(`| ${what} | ${now.toLocaleString('en')} | ${most.toLocaleString('en')} |`);
}
