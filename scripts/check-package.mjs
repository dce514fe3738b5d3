/** Tries the packages as users get them: packed, judged by publint and attw, installed in an empty project, used. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnServer } from '../tooling/src/server/index.mjs';
import { kits } from './checks/kits.mjs';
import { packPackages } from './pack-packages.mjs';
import { entriesOf } from './release/entries.mjs';
import { judgePackages } from './release/judge-packages.mjs';
import { root, run } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'understudy-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const packages = await packPackages(folder);
const wrong = await judgePackages(packages);
if (wrong.length > 0) fail(wrong.join('\n'));

/** What a tRPC client infers from the type of the router. */
const router = `import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@understudy/server';
export const input: inferRouterInputs<AppRouter>['education']['getCourse'] = { course_id: 'crs_0001' };
export const title = (of: inferRouterOutputs<AppRouter>['education']['getCourse']): string => of.data.title;
// @ts-expect-error a path parameter is required
export const wrong: inferRouterInputs<AppRouter>['education']['getCourse'] = {};
`;

writeManifest();
// The consumer is an npm project, since that is what most users have.
await must('npm install --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error', { cwd: folder });
const consumer = writeConsumer();
writeTyped(consumer, JSON.parse(await must('node consumer.mjs', { cwd: folder })));
await must(`tsc --singleThreaded -p "${folder}"`);
await serve();
await testWithKits();
console.log(`${packages.length} packages: packed, installed, imported, type-checked, served, and used in tests`);

function write(file, text) {
  writeFileSync(join(folder, file), text);
}

function writeManifest() {
  const dependencies = Object.fromEntries(packages.map(({ name, filename }) => [name, `file:${filename}`]));
  // A peer that only one entry needs.
  const { msw } = JSON.parse(readFileSync('apps/server/package.json', 'utf8')).devDependencies;
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies: { ...dependencies, msw } }));
}

/** Runs a test with each kit against the server that was installed; the runners are those of this workspace. */
async function testWithKits() {
  for (const { runner } of kits) {
    mkdirSync(dirname(installed(runner)), { recursive: true });
    symlinkSync(join(root, 'packages', 'client', 'node_modules', runner), installed(runner), 'junction');
  }
  write('kits.mts', kits.map(({ entry }, index) => `export * as kit${index} from '${entry}';\n`).join(''));
  // The declarations of the runners are not ours to check.
  writeSettings('kits.mts', { skipLibCheck: true });
  await must(`tsc --singleThreaded -p "${folder}"`);
  const server = await startInstalled();
  for (const { file, text, command } of kits) {
    write(file, text);
    await must(command, { cwd: folder, env: { UNDERSTUDY_URL: server.origin } });
  }
  await server.stop();
}

/** Starts the command that was installed, and asks it once. */
async function serve() {
  const server = await startInstalled();
  const { status } = await server.fetch('/api/education/courses');
  const code = await server.stop();
  if (status !== 200 || code !== 0)
    throw new Error(`/api/education/courses answered ${status}, the server ended with ${code}`);
}

function startInstalled() {
  return spawnServer([], { main: join(installed('@understudy/server'), 'dist', 'main.js') });
}

function installed(name) {
  return join(folder, 'node_modules', name);
}

function writeConsumer() {
  const modules = packages.flatMap(({ name }) =>
    // A kit is tried with its runner, which is not there yet.
    entriesOf(installed(name)).filter((entry) => kits.every((kit) => kit.entry !== entry)),
  );
  const imports = modules.map((module, index) => `import * as module${index} from '${module}';\n`).join('');
  const all = modules.map((_, index) => `module${index}`).join();
  write('consumer.mjs', `${imports}console.log(JSON.stringify([${all}].map((module) => Object.keys(module))));\n`);
  return { modules, imports };
}

/** Types must know each name that a module exports, and no other. */
function writeTyped({ modules, imports }, names) {
  const known = modules.map((module, index) => {
    if (names[index].length === 0) fail(`${module} exports nothing`);
    const entries = names[index].map((name) => `${JSON.stringify(name)}: true`).join();
    return `export const names${index}: Record<keyof typeof module${index}, true> = { ${entries} }; // ${module}\n`;
  });
  write('consumer.mts', imports + known.join('') + router);
  // Without skipLibCheck, so that a declaration that names a package it does not bring along is an error.
  writeSettings('consumer.mts', { skipLibCheck: false });
}

function writeSettings(file, options) {
  const lib = ['es2023', 'esnext.disposable', 'dom'];
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib,
    strict: true,
    noEmit: true,
    types: [],
    ...options,
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
}

async function must(command, options) {
  const { ok, output } = await run(command, options);
  return ok ? output : fail(`${output}\nThis failed: ${command}`);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
