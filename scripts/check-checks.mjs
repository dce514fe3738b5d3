/**
 * `npm run check:checks`: plants one fault at a time in a copy of this workspace, for each check and each script of CI,
 * and expects it to be refused by name. A check that no fault is planted for fails here too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorkspace } from './checks/copy-workspace.mjs';
import { faults } from './checks/faults.mjs';
import { keepOneTest, testFaults } from './checks/test-faults.mjs';
import { root, run } from './run.mjs';

const env = { TURBO_FORCE: '', CI: process.env.CI ?? '' };
const wanted = process.argv.slice(2);
const begun = performance.now();
const copy = await copyWorkspace();
let failed = 0;

/** The command that runs a check or a script of CI, in the copy. */
const commandOf = (check) => (check.startsWith('check:') ? `npm test -- ${check}` : `npm run ${check}`);

function report(title, complaint, output = '') {
  console.log(
    `${complaint === undefined ? 'ok    ' : 'failed'}  ${title}${complaint === undefined ? '' : `: ${complaint}`}`,
  );
  if (complaint === undefined) return;
  failed += 1;
  console.log(output.slice(-4000).replace(/^/gm, '        '));
}

/** What is wrong with how a check ended that ought to have failed, if anything is. */
function complaintOf({ check, shows, command }, { ok, output }) {
  if (ok) return 'passed all the same';
  // Only the command of all checks names the one that failed.
  const isNamed = !check.startsWith('check:') || command !== undefined || output.includes(`Failed: npm run ${check}`);
  if (!isNamed) return 'failed without its name';
  return shows.test(output) ? undefined : `failed without saying ${shows}`;
}

async function tryFault(fault) {
  const { check, title, command = commandOf(check) } = fault;
  const uproot = copy.plant(fault);
  const result = await run(command, { cwd: copy.folder, env: { ...env, UNDERSTUDY_FIRST_FAULT: '1', ...fault.env } });
  uproot();
  report(`${check}  ${title}  (${result.seconds.toFixed(1)} s)`, complaintOf(fault, result), result.output);
}

/** A fault proves something only where the check passes without it. */
async function tryWithout(check) {
  const result = await run(commandOf(check), { cwd: copy.folder, env });
  report(
    `${check}  nothing planted  (${result.seconds.toFixed(1)} s)`,
    result.ok ? undefined : 'failed',
    result.output,
  );
}

function reportUnproved(all) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const inCi = readFileSync(join(root, '.ci/run'), 'utf8').matchAll(/^npm run (\S+)/gm);
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const known = new Set(['check:checks', ...all.map(({ check }) => check)]);
  for (const name of new Set([...checks, ...Array.from(inCi, ([, script]) => script)])) {
    if (!known.has(name)) report(name, 'has no fault in scripts/checks that it must find');
  }
}

const isWanted = ({ check, title }) => wanted.length === 0 || wanted.some((text) => `${check} ${title}`.includes(text));

/** Tries faults, and each of their checks without them first. */
async function tryAll(list) {
  const chosen = list.filter(isWanted);
  for (const check of new Set(chosen.map((fault) => fault.check))) {
    if (!chosen.some((fault) => fault.check === check && fault.command === undefined)) continue;
    if (check.startsWith('check:')) await tryWithout(check);
  }
  for (const fault of chosen) await tryFault(fault);
}

const ofTests = testFaults(copy);
reportUnproved([...faults, ...ofTests]);
await tryAll(faults);
// The tests themselves are left out then: one that passes is enough beside one that must fail.
keepOneTest(copy);
await tryAll(ofTests);
copy.remove();

console.log(`\nAll of it took ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
console.log(failed === 0 ? 'Every fault was found.' : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
