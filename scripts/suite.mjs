/**
 * `npm run suite -- NAME [ARGUMENTS]` runs one of the suites beside `npm test`, `npm run suite` lists them, and
 * `npm run suite -- --ci` runs those of continuous integration whose files have changed since they passed.
 *
 * What has passed is in .ci/passed.json: the hash of the files that a suite covers, and the commit that had them. A run
 * with the arguments of continuous integration puts it there, unless some of those files have changes that are not
 * committed.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { suites } from './suites.mjs';

const record = join(root, '.ci/passed.json');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const passed = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {});

/** Hash of the files that a suite covers, as they are committed. */
function contentOf(covers) {
  return createHash('sha256')
    .update(git('ls-tree', '-r', 'HEAD', '--', ...covers))
    .digest('hex');
}

/** Notes that a suite has passed, where what it covers is committed. */
function note(name, { covers = [] }) {
  if (git('status', '--porcelain', '--', ...covers) !== '') return;
  const all = { ...passed(), [name]: { content: contentOf(covers), commit: git('rev-parse', 'HEAD') } };
  const sorted = Object.fromEntries(Object.keys(suites).flatMap((one) => (one in all ? [[one, all[one]]] : [])));
  writeFileSync(record, `${JSON.stringify(sorted, null, 2)}\n`);
}

async function build(what = '@understudy/server') {
  if (what === 'none') return;
  const filter = what === 'all' ? '' : ` --filter=${what}`;
  const { ok, code } = await run(`turbo run build${filter} --output-logs=errors-only`, { inherit: true });
  if (!ok) process.exit(code);
}

/** Runs one suite, and answers the exit code. */
async function runSuite(name, args) {
  const suite = suites[name];
  await build(suite.build);
  const [command, ...after] = suite.run.split(' && ');
  const { code } = await run([`${command} ${args}`.trim(), ...after].join(' && '), { inherit: true });
  if (code === 0 && args === suite.ci) note(name, suite);
  return code;
}

/** Runs the suites of continuous integration whose files have changed, and says which it leaves out. */
async function runChanged() {
  const before = passed();
  const failed = [];
  for (const [name, { ci, covers = [] }] of Object.entries(suites)) {
    if (ci === undefined) continue;
    if (before[name]?.content === contentOf(covers)) {
      console.log(`left out  ${name}: it passed at ${before[name].commit}, and nothing that it covers has changed`);
      continue;
    }
    const begun = performance.now();
    const code = await runSuite(name, ci);
    console.log(`${code === 0 ? 'ok    ' : 'failed'}  ${name}  ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) console.error(`Failed: ${failed.map((name) => `npm run suite -- ${name}`).join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

/** A word as the shell takes it for one. */
const quoted = (word) => (/^[\w./:=,@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

const [name, ...args] = process.argv.slice(2);
if (name === '--ci') {
  process.exitCode = await runChanged();
} else if (name !== undefined && Object.hasOwn(suites, name)) {
  process.exitCode = await runSuite(name, args.map(quoted).join(' '));
} else {
  if (name !== undefined) console.error(`There is no suite ${name}.`);
  console.log(`Suites: ${Object.keys(suites).join(', ')}; docs/checks.md says what each proves.`);
  process.exitCode = name === undefined ? 0 : 2;
}
