/** Proves the pages: their TypeScript compiles and runs, their commands and links exist, their answers are those that come. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProse } from './docs/check-prose.mjs';
import { compile } from './docs/compile.mjs';
import { domainsTable } from './docs/domains-table.mjs';
import { followPage } from './docs/follow-page.mjs';
import { optionsTable } from './docs/options-table.mjs';
import { preparePlace } from './docs/places.mjs';
import { readPages } from './docs/read-pages.mjs';
import { runExamples } from './docs/run-examples.mjs';
import { hasCurl } from './docs/run-shell.mjs';
import { helpText } from './docs/server.mjs';
import { withTable } from './docs/tables.mjs';
import { root, run } from './run.mjs';

const build = await run('turbo run build --output-logs=errors-only');
if (!build.ok) {
  console.error(build.output);
  process.exit(1);
}
const help = await helpText();
const pages = readPages();
const readme = join(root, 'README.md');
const text = readFileSync(readme, 'utf8');
const wanted = withTable(withTable(text, 'options', optionsTable(help)), 'domains', await domainsTable());
if (process.argv.includes('--write')) writeFileSync(readme, wanted);

preparePlace();
const scripts = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'ts'));
const uncompiled = await compile(scripts);
const broken = new Set(
  scripts.filter(({ page, line, code }) => uncompiled.some(isWithin(page.path, line, code))).map(({ where }) => where),
);

const faults = [...uncompiled, ...pages.flatMap(checkProse)];
if (text !== wanted && !process.argv.includes('--write')) {
  faults.push({
    where: 'README.md',
    what: 'the table of options or that of domains is old: npm run check:docs -- --write',
  });
}
const counts = { pages: pages.length, 'blocks compiled': scripts.length };
const curl = await hasCurl();
const queue = [() => runExamples(pages), ...pages.map((page) => () => followPage(page, { help, broken, curl }))];
// Two at a time: most of it is waiting for a server.
await Promise.all([work(), work()]);

for (const { where, what } of faults) console.error(`${where}: ${what}\n`);
console.log(
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', '),
);
process.exitCode = faults.length > 0 ? 1 : 0;

async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const result = await next();
    faults.push(...result.faults);
    for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count;
  }
}

/** Whether a fault at `path:line` lies within a block. */
function isWithin(path, line, code) {
  const last = line + code.split('\n').length;
  return ({ where }) => {
    const [at, on] = where.split(':');
    return at === path && Number(on) > line && Number(on) <= last;
  };
}
