/** Tries the packages as users get them: packed, judged by publint and attw, installed in an empty project, used. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from './pack-packages.mjs';
import { root, run } from './run.mjs';

const place = mkdtempSync(join(tmpdir(), 'understudy-package-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));

const packages = await packPackages(place);
for (const { tarball } of packages) {
  const path = join(place, tarball);
  await must(`publint run "${path}" --strict`);
  await must(`attw "${path}" --profile esm-only`);
}

/** What a tRPC client infers from the type of the router. */
const router = `import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@understudy/server';
export const input: inferRouterInputs<AppRouter>['education']['getCourse'] = { course_id: 'crs_0001' };
export const title = (of: inferRouterOutputs<AppRouter>['education']['getCourse']): string => of.data.title;
// @ts-expect-error a path parameter is required
export const wrong: inferRouterInputs<AppRouter>['education']['getCourse'] = {};
`;

writeConsumer();
// The consumer is an npm project, since that is what most users have.
await must('npm install --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error', { cwd: place });
await must('node consumer.mjs', { cwd: place });
await must(`tsc -p "${place}"`);
await must('node serve.mjs', { cwd: place });
console.log(`${packages.length} packages: packed, installed, imported, type-checked and served`);

function writeConsumer() {
  const dependencies = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:./${tarball}`]));
  const write = (file, text) => writeFileSync(join(place, file), text);
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
  const modules = packages.flatMap(({ name, exports }) =>
    Object.keys(exports)
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
  write('serve.mjs', readFileSync(join(root, 'scripts', 'try-command.mjs'), 'utf8'));
}

async function must(command, options) {
  const { ok, output } = await run(command, options);
  if (ok) return;
  console.error(`${output}\nThis failed: ${command}`);
  console.error(`Packed were: ${readdirSync(place).filter((file) => file.endsWith('.tgz'))}`);
  process.exit(1);
}
