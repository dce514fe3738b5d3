/** `understudy init`: what it finds, asks and writes, and that the first test passes in each runner. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, SERVER_MAIN } from '@understudy/tooling/server';
import { isExhaustive } from '@understudy/tooling/sample';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { useFolder } from '../use.js';
import { runHere } from './in-process.js';

const root = useFolder();
const server = fileURLToPath(new URL('../..', import.meta.url));
let count = 0;

const DATA = '{ "posts": [{ "id": 1, "title": "Buy chalk" }] }';
const DOCUMENT = `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}: { get: { responses: { '200': { description: A pet } } } }
  /secrets: { get: { security: [{ key: [] }], responses: { '200': { description: Secrets } } } }
  /pets: { get: { responses: { '200': { description: Pets } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;
const manifest = (...packages: readonly string[]) =>
  JSON.stringify({ type: 'module', devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])) });

/** A project with some files, in which the packages are installed. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String((count += 1)));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules/@understudy'), { recursive: true });
  symlinkSync(server, join(folder, 'node_modules/@understudy/server'), 'junction');
  symlinkSync(join(server, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction');
  return folder;
}

/** Files of a folder, but for those of packages: there are many, through links. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return entry.name === 'node_modules' ? [] : filesOf(join(folder, entry.name)).map((name) => join(entry.name, name));
  });

const init = (cwd: string, ...flags: readonly string[]) =>
  runProgram([process.execPath, SERVER_MAIN, 'init', ...flags], { cwd });

/** The same in this process, for data that is named: files that are found are of the folder that a process is in. */
const initHere = (folder: string, ...flags: readonly string[]) =>
  runHere(['init', '--data', join(folder, 'db.json'), ...flags], { folder });

const works = async (...command: readonly string[]) => isExhaustive && (await runProgram(command)).code === 0;
const hasPytest = await works('python3', '-c', 'import pytest');
const hasGo = await works('go', 'version');

/** A runner, a project that uses it, the flags, and what runs its tests. */
type Case = readonly [string, Readonly<Record<string, string>>, readonly string[], readonly string[]];

const cases: readonly Case[] = [
  ['vitest', { 'package.json': manifest('vitest'), 'db.json': DATA }, [], ['npx', 'vitest', 'run']],
  ['node-test', { 'package.json': manifest(), 'api.yaml': DOCUMENT }, ['--openapi', 'api.yaml'], ['node', '--test']],
  ...(hasPytest ? [['pytest', { 'pytest.ini': '[pytest]' }, [], ['python3', '-m', 'pytest']] satisfies Case] : []),
  ...(hasGo
    ? [['go', { 'go.mod': 'module example\ngo 1.19\n' }, [], ['go', 'test', './understudy']] satisfies Case]
    : []),
];

// The others take longer, and differ in their texts alone.
it.each(cases.filter(([runner]) => isExhaustive || runner === 'node-test'))(
  'finds that a project uses %s, and writes a test that passes in it',
  async (runner, files, flags, command) => {
    const cwd = project(files);
    const { code, stdout } = await init(cwd, ...flags, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Written.')]);
    const written = filesOf(cwd).filter((name) => !Object.hasOwn(files, name));
    expect(written).toHaveLength(3);
    const workflow: unknown = parse(readFileSync(join(cwd, '.github/workflows/understudy.yml'), 'utf8'));
    expect(JSON.stringify(workflow)).toContain(command.join(' '));
    const env = { ...process.env, UNDERSTUDY: `node ${SERVER_MAIN}` };
    const { code: exit, stdout: output } = await runProgram(command, { cwd, env });
    expect(exit, `${runner}: ${output}`).toBe(0);
  },
);

it.each([
  ['jest', manifest('jest'), /^\/\*\* @jest-environment node \*\/[^]*import \{ spawn \} from/],
  [
    'jest',
    '{ "devDependencies": { "jest": "*" } }',
    /const \{ spawn \} = require\('node:child_process'\);\n[^]*\nbeforeAll/,
  ],
  ['playwright', manifest('@playwright/test'), /from '@playwright\/test';\n[^]*\ntest\.beforeAll/],
])('writes a test in the words of %s', async (_runner, text, expected) => {
  const folder = project({ 'package.json': text, 'e2e/app.txt': '', 'db.json': DATA });
  await initHere(folder, '--yes');
  const file = filesOf(folder).find((name) => /understudy\.(?:test|spec)\.m?js$/.test(name)) ?? '';
  const test = readFileSync(join(folder, file), 'utf8');
  expect(test).toMatch(expected);
  expect(test).not.toContain('vitest');
});

it('says what it would write, and writes nothing, unless it may; nor what is there already', async () => {
  const files = {
    'package.json': manifest('vitest'),
    'db.json': DATA,
    'understudy.config.ts': '',
    '.gitlab-ci.yml': '',
  };
  const folder = project(files);
  const { code, stdout } = await init(folder);
  expect([code, stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  '))]).toEqual([
    0,
    [
      'Files:',
      '  -  understudy.config.json  understudy.config.ts is there already',
      '  +  understudy.test.mjs  a first test, which npx vitest run understudy.test.mjs runs',
      '  -  .github/workflows/understudy.yml  the project has .gitlab-ci.yml',
      'Nothing was written; --yes writes it. Then:',
      '  npm install --save-dev @understudy/server',
      '  npx vitest run understudy.test.mjs',
      '',
    ],
  ]);
  expect(filesOf(folder).toSorted()).toEqual(Object.keys(files).toSorted());
});

it('asks on a terminal what is served, by which runner, and whether to write', async () => {
  const folder = project({ 'db.json': DATA, 'pnpm-lock.yaml': '' });
  const asked: string[] = [];
  const answers = ['vitest', ''];
  const ask = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answers[asked.length - 1] ?? '');
  };
  const { code, stdout } = await runHere(['init', '--data', join(folder, 'db.json')], { folder, ask });
  expect([code, stdout]).toEqual([0, expect.stringContaining('pnpm add --save-dev @understudy/server')]);
  expect(asked).toEqual([expect.stringMatching(/\[node-test\]$/), 'Write them? [yes]']);
});

it('says that a test in Go needs a module', async () => {
  const { stdout } = await initHere(project({ 'db.json': DATA }), '--go');
  expect(stdout).toMatch(
    /Then:\n {2}go mod init understudy\n {2}npm install --global [^]*\n {2}go test \.\/understudy\n$/,
  );
});

it.each([
  [['--vitest', '--go'], '--vitest and --go are two test runners; choose one'],
  [['--data', 'no-such.json'], '--data is "no-such.json", but there is no such file'],
])('refuses %j', async (flags, message) => {
  const { code, stderr } = await runHere(['init', ...flags], { folder: project({}) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('asks for no more than is missing', async () => {
  const text = '{ "type": "module", "dependencies": { "@understudy/server": "*", "vitest": "*" } }';
  const folder = project({ 'package.json': text, 'db.json': DATA });
  const run = (start: string) => `${start}\n  npx vitest run understudy.test.mjs\n`;
  expect((await initHere(folder, '--yes')).stdout).toContain(run('Written. What is left to do:'));
  expect((await initHere(folder, '--yes')).stdout).toContain(run('All of it is there already. To run it:'));
});
