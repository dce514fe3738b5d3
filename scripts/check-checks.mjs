/**
 * `npm run suite -- checks`: plants a fault for each check in a copy of this workspace, all at once, then failing tests,
 * and expects `npm test` to name each. Without it `npm test` passes, or proves nothing here. A check that no fault is
 * planted for fails as well.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorkspace } from './checks/copy-workspace.mjs';
import { faults, keepOneTest, testFaults } from './checks/faults.mjs';
import { root, run } from './run.mjs';

const begun = performance.now();
const copy = await copyWorkspace();
let failed = 0;

function report(title, complaint, output = '') {
  console.log(complaint === undefined ? `ok      ${title}` : `failed  ${title}: ${complaint}`);
  if (complaint === undefined) return;
  failed += 1;
  console.log(output.slice(-4000).replace(/^/gm, '        '));
}

/** What a run of `npm test` printed of one check, where it failed. */
function partOf(check, output) {
  const parts = output.split(/^(?=(?:ok|failed) +check:)/m);
  return parts.find((part) => part.startsWith(`failed  ${check}\n`));
}

/** Plants faults, runs the checks that must find them, and takes them out again. */
async function tryTogether(planted) {
  const uproots = planted.map((fault) => copy.plant(fault));
  const command = `npm test -- ${[...new Set(planted.map(({ check }) => check))].join(' ')}`;
  const { output, seconds } = await run(command, { cwd: copy.folder, env: { TURBO_FORCE: '' } });
  console.log(`        ${command}  (${seconds.toFixed(1)} s)`);
  for (const { check, title, shows } of planted) {
    const part = partOf(check, output);
    const found = part === undefined ? 'passed, or failed without its name' : `failed without saying ${shows}`;
    report(`${check}  ${title}`, part !== undefined && shows.test(part) ? undefined : found, part ?? output);
  }
  // The last that was planted goes first: it may have changed a file after another.
  for (const uproot of uproots.toReversed()) uproot();
}

const ofTests = testFaults(copy);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const proved = new Set([...faults, ...ofTests].map(({ check }) => check));
for (const name of Object.keys(scripts).filter((script) => script.startsWith('check:'))) {
  if (!proved.has(name)) report(name, 'has no fault in scripts/checks that it must find');
}
await tryTogether(faults);
// The tests themselves are left out then: one that passes is enough beside one that must fail.
keepOneTest(copy);
await tryTogether(ofTests);
copy.remove();

console.log(`\nAll of it took ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
console.log(failed === 0 ? 'Every fault was found.' : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
