/** Tries the packages as users get them: packed, judged by publint and attw, installed in an empty project, used. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../tooling/src/server/index.mjs';
import { packPackages } from './pack-packages.mjs';
import { run } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'understudy-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const packages = await packPackages(folder);
for (const { filename } of packages) {
  await must(`publint run "${filename}" --strict`);
  await must(`attw "${filename}" --profile esm-only`);
}

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
writeConsumer();
await must('node consumer.mjs', { cwd: folder });
await must(`tsc -p "${folder}"`);
await serve();
console.log(`${packages.length} packages: packed, installed, imported, type-checked and served`);

function write(file, text) {
  writeFileSync(join(folder, file), text);
}

function writeManifest() {
  const dependencies = Object.fromEntries(packages.map(({ name, filename }) => [name, `file:${filename}`]));
  // A peer that only one entry needs.
  const { msw } = JSON.parse(readFileSync('apps/server/package.json', 'utf8')).devDependencies;
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies: { ...dependencies, msw } }));
}

/** Starts the command that was installed, and asks it once. */
async function serve() {
  const server = await spawnServer([], { main: join(installed('@understudy/server'), 'dist', 'main.js') });
  const { status } = await server.fetch('/api/education/courses');
  const code = await server.stop();
  if (status !== 200 || code !== 0)
    throw new Error(`/api/education/courses answered ${status}, the server ended with ${code}`);
}

function installed(name) {
  return join(folder, 'node_modules', name);
}

function writeConsumer() {
  const modules = packages.flatMap(({ name }) =>
    Object.keys(JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8')).exports)
      .filter((entry) => entry !== './package.json')
      .map((entry) => name + entry.slice(1)),
  );
  const imports = modules.map((module, index) => `import * as module${index} from '${module}';\n`).join('');
  const checks = modules.map(
    (module, index) => `if (Object.keys(module${index}).length === 0) throw new Error('${module} exports nothing');\n`,
  );
  write('consumer.mjs', imports + checks.join(''));
  write('consumer.mts', `${imports}export const used = [${modules.map((_, index) => `module${index}`)}];\n${router}`);
  // Without skipLibCheck, so that a declaration that names a package it does not bring along is an error.
  const compilerOptions = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'esnext.disposable', 'dom'] };
  const strict = { strict: true, noEmit: true, skipLibCheck: false, types: [] };
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...strict }, files: ['consumer.mts'] }),
  );
}

async function must(command, options) {
  const { ok, output } = await run(command, options);
  if (ok) return;
  console.error(`${output}\nThis failed: ${command}`);
  process.exit(1);
}
