/**
 * Checks the pages: their TypeScript compiles and runs, commands and links exist, answers and tables are up to date. What
 * is run are the blocks of the READMEs, or of the pages that are named; with UNDERSTUDY_TEST_ALL=1 those of every page, and
 * every example.
 */
import { isExhaustive } from '../tooling/src/sample.mjs';
import { checkLayout } from './docs/check-layout.mjs';
import { checkProse } from './docs/check-prose.mjs';
import { checkScope } from './docs/check-scope.mjs';
import { checkTables } from './docs/check-tables.mjs';
import { compile } from './docs/compile.mjs';
import { followPage } from './docs/follow-page.mjs';
import { isShown } from './docs/own-files.mjs';
import { makeProject } from './docs/project.mjs';
import { isFile, readPages } from './docs/read-pages.mjs';
import { exampleRuns } from './docs/run-examples.mjs';
import { hasCurl } from './docs/run-shell.mjs';
import { helpText, helpTexts } from './docs/server.mjs';
import { run } from './run.mjs';

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** Whether the blocks of a page are run, and not only compiled. */
function isRun({ path, blocks }) {
  if (isExhaustive || named.includes(path)) return true;
  return named.length === 0 && /^(?:(?:apps|packages)\/\w+\/)?README\.md$/.test(path) && !blocks.some(isFile);
}

const build = await run('turbo run build --output-logs=errors-only');
if (!build.ok) {
  console.error(build.output);
  process.exit(1);
}
const help = await helpTexts();
const faults = await checkTables(await helpText(), process.argv.includes('--write'));
const pages = readPages();
faults.push(...checkLayout(pages), ...checkScope(), ...pages.flatMap(checkProse));

makeProject();
const compiled = (block) => block.language === 'ts' && !isFile(block) && !isShown(block);
const scripts = pages.flatMap(({ blocks }) => blocks.filter(compiled));
const counts = { pages: pages.length, 'blocks compiled': scripts.length };
const curl = await hasCurl();
const follow = (page) => () => followPage(page, { help, isBroken, curl });
const builds = ({ blocks }) => blocks.some(isFile);
const compiling = brokenIn(scripts);
// What takes longest comes first. Building is not worth its time where something is wrong already.
const followed = pages.filter(isRun);
const queue = [
  ...(faults.length === 0 ? followed.filter(builds).map(follow) : []),
  ...exampleRuns(pages, { isRun: isExhaustive }),
  ...followed.filter((page) => !builds(page)).map(follow),
];
// Four at a time: most of it is waiting for a server, or for a client that waits. One of them compiles first.
await Promise.all([compiling.then(work), work(), work(), work()]);

for (const { where, what } of faults) console.error(`${where}: ${what}\n`);
console.log(
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', '),
);
if (!isExhaustive) {
  const left = pages.length - followed.length;
  console.log(
    `!!! the blocks of ${left} pages were compiled, but neither they nor the examples run: UNDERSTUDY_TEST_ALL=1 runs them`,
  );
}
process.exitCode = faults.length > 0 ? 1 : 0;

async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const result = await next();
    faults.push(...result.faults);
    for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count;
  }
}

/** Compiles blocks, and gives where those stand that do not compile. */
async function brokenIn(blocks) {
  const found = await compile(blocks);
  faults.push(...found);
  const isFaulty = ({ page, line, code }) => found.some(isWithin(page.path, line, code));
  return new Set(blocks.filter(isFaulty).map(({ where }) => where));
}

/** Whether a block does not compile, once that is known. */
async function isBroken({ where }) {
  return (await compiling).has(where);
}

/** Whether a fault at `path:line` lies within a block. */
function isWithin(path, line, code) {
  const last = line + code.split('\n').length;
  return ({ where }) => {
    const [at, on] = where.split(':');
    return at === path && Number(on) > line && Number(on) <= last;
  };
}
