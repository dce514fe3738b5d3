/** Faults that prove that a run can fail: one for each check, and one for each way to end tests without a result. */
import { randomBytes } from 'node:crypto';

/**
 * @typedef {object} Edits
 * @property {(file: string, text: string) => void} write
 * @property {(file: string, text: string) => void} append
 * @property {(file: string, from: string, to: string) => void} replace
 *
 * @typedef {object} Fault
 * @property {string} check script of package.json that must find it
 * @property {string} title what is wrong
 * @property {(edits: Edits) => void} plant makes it wrong
 * @property {RegExp} shows what the output of the check must say of it
 */

const source = 'apps/server/src/server/version.ts';

/** @type {Fault[]} One for each check, but for the tests: no two of them are in the same place. */
export const faults = [
  {
    check: 'check:format',
    title: 'a format slip',
    plant: ({ append }) => append(source, 'void  0;\n'),
    shows: /version\.ts/,
  },
  {
    check: 'check:lint',
    title: 'a lint finding',
    plant: ({ append }) => append(source, 'export const plantedAny = (value: any) => value;\n'),
    shows: /no-explicit-any/,
  },
  {
    check: 'check:types',
    title: 'a type error',
    // In a test: one in the source fails the build before any check.
    plant: ({ append }) => append('apps/server/test/support.ts', "export const planted: number = 'text';\n"),
    shows: /support\.ts.*TS2322/,
  },
  {
    check: 'check:boundaries',
    title: 'a forbidden import',
    plant: ({ append }) =>
      append('apps/server/src/domains/events/index.ts', "export type { education } from '../education/index.js';\n"),
    shows: /boundaries\(/,
  },
  {
    check: 'check:generated',
    title: 'a stale generated file',
    plant: ({ append }) => append('packages/client/src/generated/routes.ts', '// planted\n'),
    shows: /generated\/routes\.ts\n[^]*-\/\/ planted/,
  },
  {
    check: 'check:unused',
    title: 'an unused export',
    plant: ({ append }) => append(source, 'export const plantedExport = 1;\n'),
    shows: /plantedExport/,
  },
  {
    check: 'check:package',
    title: 'a broken package',
    plant: ({ replace }) =>
      replace('packages/client/package.json', '"files": [\n    "dist"', '"files": [\n    "planted"'),
    shows: /dist\/index\.d\.ts/,
  },
  {
    check: 'check:workflows',
    title: 'an action that is pinned by its tag',
    plant: ({ append }) =>
      append(
        '.github/workflows/ci.yml',
        '      - uses: actions/checkout@v7\n        with:\n          persist-credentials: false\n',
      ),
    shows: /ci\.yml: "- uses: actions\/checkout@v7" is not pinned/,
  },
  {
    check: 'check:size',
    title: 'a client over its size',
    plant: ({ append }) =>
      append('packages/client/src/index.ts', `export const planted = '${randomBytes(20_000).toString('hex')}';\n`),
    shows: /limit/i,
  },
  {
    check: 'check:size',
    title: 'a server that has grown',
    plant: ({ append }) => append('apps/server/src/index.ts', '// planted\n'.repeat(2000)),
    shows: /lines of them: \d+, and at most \d+ are allowed/,
  },
  {
    check: 'check:docs',
    title: 'a command that answers otherwise',
    plant: ({ append }) => append('README.md', '\n```sh\ncurl http://127.0.0.1:4010/api/planted\n```\n'),
    shows: /^README\.md:\d+: [^]{0,300}404/m,
  },
];

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

/** How a test may end its run without a result of its own. */
const otherwise = [
  ['a test file that throws when it is loaded', "throw new Error('planted');\n", /planted/],
  [
    'an unhandled rejection',
    "import { it } from 'vitest';\nit('is planted', () => void Promise.reject(new Error('planted')));\n",
    /Unhandled[^]*planted/,
  ],
  [
    'a test that ends its process with success',
    "import { it } from 'vitest';\nit('is planted', () => process.exit(0));\n",
    /exit/,
  ],
];

/**
 * @param {Awaited<ReturnType<typeof import('./copy-workspace.mjs').copyWorkspace>>} copy
 * @returns {Fault[]} a failing test in each package, and the other ways to end
 */
export function testFaults(copy) {
  const inPackages = copy.tested.map(({ at, command }) => {
    const { file, failing: text } = runnerOf(command, at);
    return {
      check: 'check:tests',
      title: `a failing test in ${at}`,
      plant: ({ write }) => write(`${at}/${file}`, text.replaceAll('is planted', `is planted in ${at}`)),
      shows: new RegExp(`is planted in ${at}`),
    };
  });
  const others = otherwise.map(([title, text, shows], i) => ({
    check: 'check:tests',
    title,
    plant: ({ write }) => write(`apps/server/test/planted-otherwise-${i}.test.ts`, text),
    shows,
  }));
  return [...inPackages, ...others];
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
