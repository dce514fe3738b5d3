/** The test runners that `understudy init` writes a first test for: where it goes, how it is run, and in which words. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a project shows of itself. */
export interface Project {
  readonly folder: string;
  /** What its package.json has; undefined where there is none. */
  readonly manifest: string | undefined;
}

/** A test runner in a project. */
export interface Runner {
  /** Where the test goes. */
  readonly file: string;
  /** What runs it. */
  readonly command: string;
  /** What installs the package; undefined where the project has it. */
  readonly install: string | undefined;
  /** Further steps of the workflow before it. */
  readonly setup: readonly string[];
  readonly template: 'understudy.test.mjs' | 'test_understudy.py' | 'understudy_test.go';
  /** Puts the template into the words of the runner. */
  readonly adapt?: (text: string) => string;
}

/** How a package manager installs; the one whose lockfile there is. */
const MANAGERS = [
  ['pnpm-lock.yaml', 'pnpm add --save-dev', 'corepack enable && pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn add --dev', 'corepack enable && yarn install'],
  ['package-lock.json', 'npm install --save-dev', 'npm ci'],
] as const;

/** Where no package.json names it. */
const GLOBALLY = 'npm install --global @understudy/server   # or have npx fetch it';

const has = ({ folder }: Project, ...names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(folder, name)));

/** Reads what a project shows of itself. */
export function projectIn(folder: string): Project {
  const file = join(folder, 'package.json');
  return { folder, manifest: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
}

/** The folder of the tests, where there is one. */
const below = (project: Project, folders: readonly string[], file: string): string =>
  [...folders.filter((folder) => has(project, folder)).slice(0, 1), file].join('/');

function inNode(project: Project, own: Pick<Runner, 'file' | 'command' | 'adapt'>): Runner {
  const [, add, install] = MANAGERS.find(([lock]) => has(project, lock)) ?? MANAGERS[2];
  const setup = [has(project, ...MANAGERS.map(([lock]) => lock)) ? install : 'npm install'];
  const isHere = project.manifest?.includes('"@understudy/server"') === true;
  return { template: 'understudy.test.mjs', install: isHere ? undefined : `${add} @understudy/server`, setup, ...own };
}

const VITEST = /^import .* from 'vitest';\n/m;

/** CommonJS in the place of modules, which Jest takes as it is. */
const required = (text: string): string =>
  text.replaceAll(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = require('$2');");

/** The assertions of node:assert. */
const asserted = (text: string): string =>
  text.replaceAll(/expect\((.*)\)\.toBe\((.*)\)/g, 'assert.equal($1, $2)').replaceAll(/\b(before|after)All\(/g, '$1(');

/** Each runner: whether a project uses it, and what it is there. */
export const RUNNERS = {
  vitest: {
    isIn: ({ manifest = '' }) => manifest.includes('"vitest"'),
    of: (project) => inNode(project, { file: 'understudy.test.mjs', command: 'npx vitest run understudy.test.mjs' }),
  },
  playwright: {
    isIn: ({ manifest = '' }) => manifest.includes('"@playwright/test"'),
    of: (project) =>
      inNode(project, {
        file: below(project, ['tests', 'e2e', 'test'], 'understudy.spec.mjs'),
        command: 'npx playwright test understudy',
        adapt: (text) =>
          text
            .replace(VITEST, "import { expect, test } from '@playwright/test';\n")
            .replaceAll(/^(before|after)All\(/gm, 'test.$1All('),
      }),
  },
  jest: {
    isIn: ({ manifest = '' }) => manifest.includes('"jest"'),
    of: (project) => {
      const isModule = /"type"\s*:\s*"module"/.test(project.manifest ?? '');
      const flags = isModule ? 'NODE_OPTIONS=--experimental-vm-modules ' : '';
      return inNode(project, {
        file: 'understudy.test.js',
        command: `${flags}npx jest understudy.test.js`,
        adapt: (text) => {
          const own = `/** @jest-environment node */\n${text.replace(VITEST, '')}`;
          return isModule ? own : required(own);
        },
      });
    },
  },
  go: {
    isIn: (project) => has(project, 'go.mod'),
    of: (project) => ({
      file: 'understudy/understudy_test.go',
      command: 'go test ./understudy',
      // A package belongs to a module.
      install: has(project, 'go.mod') ? GLOBALLY : `go mod init understudy\n  ${GLOBALLY}`,
      setup: [],
      template: 'understudy_test.go',
    }),
  },
  pytest: {
    isIn: (project) => has(project, 'pyproject.toml', 'pytest.ini', 'requirements.txt', 'setup.py'),
    of: (project) => ({
      file: below(project, ['tests', 'test'], 'test_understudy.py'),
      command: 'python3 -m pytest -k understudy',
      install: GLOBALLY,
      setup: ['python3 -m pip install pytest'],
      template: 'test_understudy.py',
    }),
  },
  'node-test': {
    isIn: ({ manifest }) => manifest !== undefined,
    of: (project) =>
      inNode(project, {
        file: 'understudy.test.mjs',
        command: 'node --test understudy.test.mjs',
        adapt: (text) =>
          asserted(
            text.replace(
              VITEST,
              "import { after, before, test } from 'node:test';\nimport assert from 'node:assert/strict';\n",
            ),
          ),
      }),
  },
} as const satisfies Readonly<
  Record<string, { readonly isIn: (project: Project) => boolean; readonly of: (project: Project) => Runner }>
>;

/** The name of a runner. */
export type RunnerName = keyof typeof RUNNERS;

/** The names of the runners, in the order in which one is looked for. */
export const runnerNames = Object.keys(RUNNERS) as readonly RunnerName[];

/** The path that the templates ask for. */
const PATH = '/api/education/courses';

/** The test of a runner, which asks for a path. */
export function testText({ template, adapt = (text) => text }: Runner, path: string): string {
  const file = fileURLToPath(new URL(`../../templates/${template}`, import.meta.url));
  return adapt(readFileSync(file, 'utf8')).replace(PATH, path);
}

/** A workflow of GitHub that runs the test. */
export function ciStep({ setup, command }: Runner): string {
  const steps = [...setup, command].map((line) => `      - run: ${line}\n`).join('');
  return `name: understudy
on: [push, pull_request]
jobs:
  understudy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${steps}`;
}
