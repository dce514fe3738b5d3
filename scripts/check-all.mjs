/** Builds, runs every check of package.json, and ends with a table and a count. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './bootstrap.mjs';
import { followParent } from '../tooling/src/follow-parent.mjs';
import { isExhaustive } from '../tooling/src/sample.mjs';
import { failuresIn } from './failures-in.mjs';
import { noteRun } from './last-run.mjs';
import { root, run } from './run.mjs';

/** Longest time for one check, in minutes: one that hangs is ended, and has failed. */
const limit = Number(process.env.UNDERSTUDY_CHECK_MINUTES ?? 45);

followParent();
const begun = performance.now();
await install();

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const wanted = process.argv.slice(2);

/** Checks that take long, and whose faults show when the packages are packed: they run where all is asked for, or by name. */
const long = ['check:package'];
const isWanted = (name) =>
  wanted.length === 0
    ? isExhaustive || !long.includes(name)
    : wanted.includes(name) || wanted.includes(name.slice('check:'.length));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:') && isWanted(name));
if (checks.length === 0) {
  console.error(`There is no check ${wanted.join(' or ')}.`);
  process.exit(1);
}

const results = [];
const named = [];
/** What was built is not built again while tests run it. */
const commands = { ...scripts, 'check:types': `${scripts['check:types']} --only` };

async function check(name) {
  const { ok, output, seconds } = await run(commands[name], { limitMs: limit * 60_000 });
  results.push({ name, ok, seconds });
  if (!ok) named.push(...failuresIn(output));
  // What passed says little; of what failed everything is wanted.
  console.log(ok ? `ok      ${name}` : `failed  ${name}\n\n${output}\n`);
  // What was skipped must not look as if it had passed.
  const loud = ok ? output.split('\n').filter((line) => line.includes('!!!')) : [];
  for (const line of loud) console.log(line.trim());
}

/** Runs some checks, so many at a time, in their order. */
async function checkAll(names, atOnce) {
  const left = [...names];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await check(name);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const among = (names) => names.filter((name) => checks.includes(name));
const apartFrom = (...some) => checks.filter((name) => !some.flat().includes(name));
/** What looks at the sources alone; all others need what is built of them. */
const ofSources = ['check:format', 'check:lint', 'check:boundaries', 'check:unused', 'check:workflows'];
/** Tests wait for much of their time, in which the types are checked. */
const beside = ['check:types', 'check:tests'];
/** What empties folders that others read meanwhile, or starts servers at addresses that they have, runs alone. */
const alone = ['check:generated', 'check:docs'];
const building = apartFrom(ofSources).length > 0 ? ['build'] : [];
await Promise.all([checkAll(building, 1), checkAll(among(ofSources), 2)]);
await checkAll(apartFrom(ofSources, beside, alone), 1);
await checkAll(among(['check:generated']), 1);
await checkAll(among(beside), 2);
await checkAll(among(['check:docs']), 1);

if (wanted.length === 0 && !isExhaustive) {
  console.log(
    `!!! ${long.join(', ')} was left out: UNDERSTUDY_TEST_ALL=1 npm test runs it, and all cases of the others`,
  );
}
const failed = results.filter(({ ok }) => !ok);
const width = Math.max(...results.map(({ name }) => name.length));
console.log('');
for (const { name, ok, seconds: took } of results) {
  console.log(`${name.padEnd(width)}  ${ok ? 'ok    ' : 'failed'}  ${took.toFixed(1).padStart(6)} s`);
}
// The whole output of what failed stands far above by now.
if (named.length > 0) console.log(`\n${[...new Set(named)].join('\n')}`);
const seconds = (performance.now() - begun) / 1000;
if (wanted.length === 0) noteRun({ seconds, failed: failed.map(({ name }) => name) });
console.log(`\nAll of it took ${seconds.toFixed(1)} s.`);
if (failed.length > 0) console.log(`Failed: ${failed.map(({ name }) => `npm run ${name}`).join(', ')}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
