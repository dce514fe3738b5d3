/**
 * `npm run suite -- mutants`: plants one small fault at a time in what the promises rest on, and looks whether a test
 * notices. It takes all parts, or those whose names begin as an argument does: `npm run suite -- mutants kit/cursor`.
 */
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { parts } from './mutants/parts.mjs';

const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);

/** How much longer than without a fault the tests may take, in ms, before they count as hanging. */
const EXTRA_MS = 10_000 * Number(process.env['UNDERSTUDY_TEST_PATIENCE'] ?? 1);

/** Plants the faults of one part; what became of each. */
function run(name) {
  // The tests are chosen by the configuration that this variable reaches: with Stryker's own option, faults in what
  // runs as a module loads are planted too late (stryker-mutator/stryker-js#6144).
  process.env['UNDERSTUDY_MUTANTS'] = name;
  const stryker = new Stryker({
    mutate: [`src/${name}.ts`],
    testRunner: 'vitest',
    // By itself it finds plugins only where all packages lie in one folder.
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    // It would rewrite tsconfig.json by functions that TypeScript 7 has not; without a copy, the one here is found.
    ignorePatterns: ['dist', 'reports', 'tsconfig*.json'],
    tempDirName: '.cache/mutants',
    concurrency: 1,
    timeoutMS: EXTRA_MS,
    // Faults in what runs as a module loads are wanted, though they take longest.
    warnings: { slow: false },
    reporters: ['clear-text', 'html', 'json'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
    htmlReporter: { fileName: `reports/mutants/${name}.html` },
    jsonReporter: { fileName: `reports/mutants/${name}.json` },
    logLevel: 'warn',
  });
  return stryker.runMutationTest();
}

/** Whether a module does not even load with a fault: then no test runs, and Stryker takes none that fails for none that notices. */
const isUnloadable = (result) => result.status === 'Survived' && result.static === true && result.testsCompleted === 0;

function rowOf(name, results) {
  const counted = results.filter(({ status }) => COUNTED.has(status));
  const noticed = counted.filter((result) => NOTICED.has(result.status) || isUnloadable(result));
  return { part: name, faults: counted.length, noticed: noticed.length, left: counted.length - noticed.length };
}

const prefixes = process.argv.slice(2);
const chosen = Object.keys(parts).filter(
  (name) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
if (chosen.length === 0) {
  throw new Error(`no part begins with ${prefixes.join(' or ')}; there are ${Object.keys(parts).join(', ')}`);
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const rows = [];
for (const name of chosen) {
  console.log(`\n# ${name}`);
  rows.push(rowOf(name, await run(name)));
}
console.table(rows);
