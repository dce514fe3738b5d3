/**
 * `npm run suite -- checks`: plants faults in a copy of this workspace, for each check and each suite of CI, many at once,
 * and expects each to be refused by name. Without them `npm test` passes, or proves nothing here. A check that no fault
 * is planted for fails as well.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorkspace } from './checks/copy-workspace.mjs';
import { faults } from './checks/faults.mjs';
import { keepOneTest, testFaults } from './checks/test-faults.mjs';
import { root, run } from './run.mjs';
import { suites } from './suites.mjs';

const env = { TURBO_FORCE: '', CI: process.env.CI ?? '' };
const wanted = process.argv.slice(2);
const begun = performance.now();
const copy = await copyWorkspace();
let failed = 0;

function report(title, complaint, output = '') {
  console.log(
    `${complaint === undefined ? 'ok    ' : 'failed'}  ${title}${complaint === undefined ? '' : `: ${complaint}`}`,
  );
  if (complaint === undefined) return;
  failed += 1;
  console.log(output.slice(-4000).replace(/^/gm, '        '));
}

/** What a run of `npm test` printed of one check, where it failed. */
function partOf(check, output) {
  const parts = output.split(/^(?=(?:ok|failed) +check:)/m);
  return parts.find((part) => part.startsWith(`failed  ${check}\n`));
}

/** What is wrong with how a check ended that ought to have failed, if anything is. */
function complaintOf({ check, shows, command }, { ok, output }) {
  if (ok) return 'passed all the same';
  if (command !== undefined) return shows.test(output) ? undefined : `failed without saying ${shows}`;
  const part = check.startsWith('check:') ? partOf(check, output) : output;
  if (part === undefined) return 'passed all the same, or failed without its name';
  return shows.test(part) ? undefined : `failed without saying ${shows}`;
}

/** What runs the check of a fault: one run for all that are planted at once, where it can be. */
function commandOf(fault, planted) {
  const { check, command } = fault;
  if (command !== undefined) return command;
  if (!check.startsWith('check:')) return `npm run suite -- ${check}`;
  const together = planted.filter((other) => other.command === undefined && other.check.startsWith('check:'));
  return `npm test -- ${[...new Set(together.map((other) => other.check))].join(' ')}`;
}

/** Plants faults, and runs what must find them. */
async function tryGroup(planted) {
  const uproots = planted.map((fault) => copy.plant(fault));
  const results = new Map();
  for (const fault of planted) {
    const command = commandOf(fault, planted);
    let result = results.get(command);
    if (result === undefined) {
      result = await run(command, { cwd: copy.folder, env: { ...env, ...fault.env } });
      results.set(command, result);
      console.log(`        ${command}  (${result.seconds.toFixed(1)} s)`);
    }
    const part = partOf(fault.check, result.output) ?? result.output;
    report(`${fault.check}  ${fault.title}`, complaintOf(fault, result), part);
  }
  // The last that was planted goes first: it may have changed a file after another.
  for (const uproot of uproots.toReversed()) uproot();
}

function reportUnproved(all) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const inCi = Object.keys(suites).filter((name) => suites[name].ci !== undefined && name !== 'checks');
  const known = new Set(all.map(({ check }) => check));
  for (const name of [...checks, ...inCi]) {
    if (!known.has(name)) report(name, 'has no fault in scripts/checks that it must find');
  }
}

const isWanted = ({ check, title }) => wanted.length === 0 || wanted.some((text) => `${check} ${title}`.includes(text));

/** Tries faults, one group after the other. */
async function tryAll(list) {
  const groups = new Map();
  for (const fault of list.filter(isWanted)) {
    const { group = 'checks' } = fault;
    groups.set(group, [...(groups.get(group) ?? []), fault]);
  }
  for (const planted of groups.values()) await tryGroup(planted);
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
