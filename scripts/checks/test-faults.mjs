/** Faults that the tests must find: a failing one in every package, and every way to end without a result. */

const failing = "import { expect, it } from 'vitest';\nit('is planted', () => expect(1).toBe(2));\n";
const passing = "import { expect, it } from 'vitest';\nit('passes', () => expect(1).toBe(1));\n";

/** By the program that runs the tests of a package: a test file, one that passes, and one that fails. */
const runners = {
  vitest: { file: 'test/planted.test.ts', failing, passing },
  playwright: {
    file: 'test/planted.spec.ts',
    failing: "import { expect, test } from '@playwright/test';\ntest('is planted', () => expect(1).toBe(2));\n",
    passing: "import { expect, test } from '@playwright/test';\ntest('passes', () => expect(1).toBe(1));\n",
  },
  node: {
    file: 'src/planted.test.mjs',
    failing: "import { test } from 'node:test';\ntest('is planted', () => { throw new Error('planted'); });\n",
    passing: "import { test } from 'node:test';\ntest('passes', () => undefined);\n",
  },
};

/** What ends a test run in other ways than a failed expectation: those that end it at once, alone. */
const otherwise = [
  ['a test file that throws when it is loaded', "throw new Error('planted');\n", /planted/],
  [
    'an unhandled rejection',
    "import { it } from 'vitest';\nit('is planted', () => void Promise.reject(new Error('planted')));\n",
    /Unhandled[^]*planted/,
  ],
  [
    'a test that hangs',
    "import { it } from 'vitest';\nit('is planted', { timeout: 2000 }, () => new Promise(() => undefined));\n",
    /timed out/,
  ],
  [
    'a test that never lets go of its process',
    "import { it } from 'vitest';\nit('is planted', () => { for (;;); });\n",
    /ended: it took longer/,
    // Nothing but the limit of the whole check ends it.
    { group: 'endless', env: { UNDERSTUDY_CHECK_MINUTES: '0.5' } },
  ],
  [
    'a worker that dies',
    "import { it } from 'vitest';\nit('is planted', () => void process.kill(process.pid, 'SIGKILL'));\n",
    /[Ww]orker/,
    { group: 'killed' },
  ],
  [
    'a test that ends its process with success',
    "import { it } from 'vitest';\nit('is planted', () => process.exit(0));\n",
    /exit/,
    { group: 'ended' },
  ],
];

/**
 * @param {Awaited<ReturnType<typeof import('./copy-workspace.mjs').copyWorkspace>>} copy
 * @returns {import('./faults.mjs').Fault[]}
 */
export function testFaults(copy) {
  const inPackages = copy.tested.map(({ at, command }) => {
    const { file, failing: text } = runnerOf(command, at);
    return {
      check: 'check:tests',
      title: `a failing test in ${at}`,
      group: 'tests',
      plant: ({ write }) => write(`${at}/${file}`, text.replaceAll('is planted', `is planted in ${at}`)),
      shows: new RegExp(`is planted in ${at}`),
    };
  });
  const others = otherwise.map(([title, text, shows, more], i) => ({
    check: 'check:tests',
    title,
    plant: ({ write }) => write(`apps/server/test/planted-otherwise-${i}.test.ts`, text),
    shows,
    group: 'tests',
    ...more,
  }));
  const long = {
    check: 'check:tests',
    title: 'a failing test that npm test leaves out by itself',
    group: 'long',
    env: { UNDERSTUDY_TEST_ALL: '1' },
    plant: ({ write }) => write('apps/server/test/planted.long.test.ts', failing),
    shows: /planted\.long[^]*is planted/,
  };
  return [...inPackages, ...others, long];
}

/** Leaves one test in each package, which passes: what is proved is how a run ends, not what the tests say. */
export function keepOneTest(copy) {
  copy.dropTests();
  for (const { at, command } of copy.tested) {
    const { file, passing: text } = runnerOf(command, at);
    copy.write(`${at}/${file}`, text);
  }
}

function runnerOf(command, at) {
  const runner = runners[command.split(' ', 1)[0]];
  if (runner === undefined) throw new Error(`${at} runs its tests by ${command}, which scripts/checks does not know`);
  return runner;
}
