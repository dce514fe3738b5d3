/**
 * `npm run suite -- runtimes`: installs the packed client in an empty project, and runs one suite on every runtime, or on
 * those whose names and versions begin as an argument does: `npm run suite -- runtimes node-20 chromium`.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRuntime, QUIETLY, runtimes } from '@understudy/tooling/runtimes';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { startBadServers } from './runtimes/bad-servers.mjs';
import { runInChromium } from './runtimes/in-chromium.mjs';

/** Longest time for the suite on one runtime, in ms. */
const PATIENCE_MS = 120_000;

const client = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'understudy-runtimes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const project = join(folder, 'project');

const begun = performance.now();
await prepareProject();
const server = await spawnServer();
const bad = await startBadServers();
let sandboxes = 0;
const newAddresses = () => ({ server: server.origin, sandbox: `runtime-${(sandboxes += 1)}`, ...bad.addresses });

const wanted = process.argv.slice(2);
const isWanted = (title) => wanted.length === 0 || wanted.some((name) => title.startsWith(name));

let failures = 0;
const queue = [
  ...runtimes
    .filter(({ name, version }) => isWanted(`${name}-${version}`.toLowerCase()))
    .map((runtime) => () => tryRuntime(runtime)),
  ...(isWanted('chromium') ? [tryChromium] : []),
];
if (queue.length === 0) throw new Error(`there is no runtime ${wanted.join(' or ')}`);
// Two at a time: installing one runtime takes long, and the suite waits more than it works.
await Promise.all([work(), work()]);

bad.close();
await server.stop();
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
console.log(failures === 0 ? `\nAll passed, in ${seconds} s.` : `\n${failures} failed, in ${seconds} s.`);
process.exitCode = failures === 0 ? 0 : 1;

async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
}

/** A project with the packed client and what it needs in it and nothing else, as `npm install` makes it. */
async function prepareProject() {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true }));
  await must(['pnpm', 'pack', '--pack-destination', folder], client);
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  await must(['npm', 'install', ...QUIETLY, join(folder, tarball)], project);
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).map((path) => path.replace('node_modules/', ''));
  if (installed.join() !== '@understudy/client,ky') throw new Error(`something else was installed: ${installed}`);
  for (const file of ['suite.mjs', 'by-import.mjs', 'by-require.cjs']) {
    cpSync(join(client, 'scripts', 'runtimes', file), join(project, file));
  }
}

async function must(command, cwd) {
  const { code, stdout, stderr } = await runProgram(command, { cwd });
  if (code !== 0) throw new Error(`${stdout}${stderr}\nThis failed: ${command.join(' ')}`);
}

async function tryRuntime(runtime) {
  const title = `${runtime.name} ${runtime.version}`;
  let program;
  try {
    program = await installRuntime(runtime);
  } catch (error) {
    return report(title, [{ name: 'install', failure: error.message }]);
  }
  for (const [way, script] of Object.entries({ import: 'by-import.mjs', require: 'by-require.cjs' })) {
    report(`${title} by ${way}`, await resultsOf(program, [...runtime.flags, script]));
  }
}

/** What the suite says on a runtime; a program that ends otherwise is a failure too. */
async function resultsOf(program, args) {
  // A proxy would answer for the names and connections that must fail.
  const proxies = Object.keys(process.env).filter((name) => /_proxy$/i.test(name));
  const env = {
    ...Object.fromEntries(proxies.map((name) => [name, undefined])),
    UNDERSTUDY_ADDRESSES: JSON.stringify(newAddresses()),
    DENO_NO_UPDATE_CHECK: '1',
  };
  const { stdout, stderr } = await runProgram([program, ...args], { cwd: project, env, limitMs: PATIENCE_MS });
  try {
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } catch (error) {
    return [{ name: 'run', failure: `${error.message}\n${stderr}` }];
  }
}

async function tryChromium() {
  try {
    const { version, results } = await runInChromium(project, newAddresses());
    report(`Chromium ${version} by import`, results);
  } catch (error) {
    report('Chromium', [{ name: 'run', failure: error.message }]);
  }
}

function report(title, results) {
  const failed = results.filter(({ failure }) => failure !== undefined);
  failures += failed.length;
  const passed = `${results.length - failed.length} passed`;
  console.log(`${failed.length === 0 ? 'ok    ' : 'failed'}  ${title.padEnd(32)}  ${passed}`);
  for (const { name, failure } of failed) console.error(`        ${name}: ${failure}`);
}
