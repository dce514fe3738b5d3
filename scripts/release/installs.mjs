/** The packages in an empty project of each package manager: installed, their command run, and each entry imported. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installRuntime, runtimes } from '../../tooling/src/runtimes/index.mjs';
import { kits } from '../checks/kits.mjs';
import { run } from '../run.mjs';

/** Where npm gets packages from, and how it knows that place: yarn asks another one unless it is told. */
async function settingOfNpm(name) {
  const { output } = await run(`npm config get ${name}`);
  const text = output.trim().split('\n').at(-1);
  return text === 'null' || text === 'undefined' ? undefined : text;
}

/** The program of yarn, which is a dependency of the workspace. */
const yarn = createRequire(import.meta.url).resolve('@yarnpkg/cli-dist/bin/yarn.js');

/**
 * @typedef {object} Manager
 * @property {string} name
 * @property {(tarballs: Record<string, string>) => Record<string, unknown>} manifest what makes it take the tarballs
 *   for what they want of each other
 * @property {string} install
 * @property {readonly string[]} version commands that say the version
 * @property {string} run what stands before a module
 * @property {Record<string, string>} [env]
 */

/** @returns {Promise<Manager[]>} */
async function managers() {
  const [registry, cafile] = [await settingOfNpm('registry'), await settingOfNpm('cafile')];
  const bun = await installRuntime(runtimes.find(({ name }) => name === 'Bun'));
  const node = `"${process.execPath}"`;
  const npx = 'npx --no-install @understudy/server --version';
  return [
    {
      name: 'npm',
      manifest: () => ({}),
      install: 'npm install --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error',
      version: [npx],
      run: node,
    },
    {
      name: 'pnpm',
      manifest: () => ({}),
      install: 'pnpm install --prefer-offline --ignore-scripts',
      version: [npx, 'pnpm exec understudy --version'],
      run: node,
    },
    {
      // Without node_modules, as it is out of the box: it refuses what a package does not say that it needs.
      name: 'yarn',
      manifest: (tarballs) => ({ resolutions: tarballs }),
      install: `${node} "${yarn}" install`,
      version: [`${node} "${yarn}" understudy --version`],
      run: `${node} "${yarn}" node`,
      env: {
        YARN_ENABLE_TELEMETRY: '0',
        YARN_ENABLE_SCRIPTS: '0',
        YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
        YARN_ENABLE_GLOBAL_CACHE: '0',
        YARN_NPM_REGISTRY_SERVER: registry,
        ...(cafile === undefined ? {} : { YARN_HTTPS_CA_FILE_PATH: cafile }),
      },
    },
    {
      name: 'bun',
      manifest: (tarballs) => ({ overrides: tarballs }),
      install: `"${bun}" install --ignore-scripts --no-progress`,
      version: [npx, `"${bun}" run understudy --version`],
      run: `"${bun}" run --no-install`,
    },
  ];
}

/** Writes an empty project that wants the packages. */
function writeProject(at, { manager, tarballs, entries, msw }) {
  mkdirSync(at, { recursive: true });
  const write = (file, text) => writeFileSync(join(at, file), text);
  // A peer of one entry, which its user has.
  const manifest = { private: true, type: 'module', dependencies: tarballs, devDependencies: { msw } };
  write('package.json', JSON.stringify({ ...manifest, ...manager.manifest(tarballs) }));
  // Each keeps to this folder, wherever it lies.
  if (manager.name === 'pnpm') write('pnpm-workspace.yaml', JSON.stringify({ packages: [], overrides: tarballs }));
  if (manager.name === 'yarn') write('yarn.lock', '');
  const imports = entries.map((entry, index) => `import * as module${index} from '${entry}';\n`).join('');
  const checks = entries.map(
    (entry, index) => `if (Object.keys(module${index}).length === 0) throw new Error('${entry} exports nothing');\n`,
  );
  // An entry that keeps the program running is no library; but MSW itself does in Deno, where it opens a channel.
  const end = "if ('Deno' in globalThis) process.exit();\n";
  write('entries.mjs', `${imports}${checks.join('')}console.log('${entries.length} imported');\n${end}`);
}

/** What one package manager makes of them. */
async function faultsOf(manager, { at, version, count }) {
  const faults = [];
  const must = async (command, wanted) => {
    const { ok, output } = await run(command, { cwd: at, env: manager.env, limitMs: 180_000 });
    if (ok && wanted.test(output)) return true;
    faults.push(`${manager.name}: ${command} said\n${output.trim()}`);
    return false;
  };
  if (!(await must(manager.install, /(?:)/))) return faults;
  const shown = new RegExp(`^understudy ${version.replaceAll('.', String.raw`\.`)} \\(`, 'm');
  for (const command of manager.version) await must(command, shown);
  await must(`${manager.run} entries.mjs`, new RegExp(`^${count} imported$`, 'm'));
  return faults;
}

/** What the runtimes make of what npm has installed. */
async function faultsOnRuntimes(at, count) {
  const faults = [];
  for (const runtime of runtimes) {
    const program = await installRuntime(runtime);
    const command = [`"${program}"`, ...runtime.flags, 'entries.mjs'].join(' ');
    const { ok, output } = await run(command, { cwd: at, limitMs: 60_000 });
    if (!ok || !output.includes(`${count} imported`)) faults.push(`${runtime.name} ${runtime.version}:\n${output}`);
    else console.log(`        ${runtime.name} ${runtime.version}: ${count} entries`);
  }
  return faults;
}

/**
 * @param {{ folder: string, version: string, packages: readonly { name: string, filename: string }[], entries: readonly string[], msw: string }} of
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkInstalls({ folder, version, packages, entries, msw }) {
  const tarballs = Object.fromEntries(packages.map(({ name, filename }) => [name, `file:${filename}`]));
  // A kit is tried with its runner, by check:package.
  const alone = entries.filter((entry) => kits.every((kit) => kit.entry !== entry));
  const faults = [];
  for (const manager of await managers()) {
    const at = join(folder, manager.name);
    writeProject(at, { manager, tarballs, entries: alone, msw });
    const found = await faultsOf(manager, { at, version, count: alone.length });
    if (found.length === 0) console.log(`        ${manager.name}: installed, ${version}, ${alone.length} entries`);
    faults.push(...found);
  }
  if (faults.length > 0) return faults;
  return faultsOnRuntimes(join(folder, 'npm'), alone.length);
}
