/** `npm run bench`: measures the server against bare node and its peers, side by side in one run. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOf } from './kit/builds.mjs';
import { help, readCommandLine } from './kit/command-line.mjs';
import { compareBuilds } from './kit/compare-builds.mjs';
import { moveToClientCore } from './kit/cores.mjs';
import { verdict } from './kit/figure.mjs';
import { install, pinnedVersion } from './kit/peers.mjs';
import { paths } from './kit/paths.mjs';
import { writeReadme } from './kit/readme-table.mjs';
import { comparisonText, reportJson, reportText, surroundings } from './kit/report.mjs';
import { setScene } from './kit/scene.mjs';
import { startWorker } from './kit/worker.mjs';
import { servers } from './servers/index.mjs';

const say = (text) => console.error(`bench: ${text}`);

/** Every file in suites/ is one suite; a new one needs no other change. */
async function loadSuites() {
  const files = readdirSync(paths.suites).filter((name) => name.endsWith('.mjs'));
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(paths.suites, name)).href)));
  return modules.map(({ suite }) => suite).toSorted((a, b) => a.order - b.order);
}

async function serverToMeasure(given) {
  if (given === undefined) {
    execFileSync(process.execPath, [paths.buildServer], { stdio: ['ignore', 'inherit', 'inherit'] });
  }
  const main = given === undefined ? paths.serverDist : resolve(given);
  if (!existsSync(main)) throw new Error(`there is no server at ${main}`);
  return main;
}

/** The servers to measure; a peer that cannot be installed stays among them, with the reason. */
async function gather(wanted) {
  const members = [];
  for (const server of servers) {
    if (server.package === undefined) members.push(server);
    else if (wanted.includes(server.name)) {
      members.push({ ...server, version: pinnedVersion(server), failure: await install(server.name, say) });
    }
  }
  return members;
}

async function runSuite(suite, bench) {
  try {
    return { name: suite.name, ...(await suite.run(bench)) };
  } catch (error) {
    const figures = [{ name: suite.name, failure: error.message, peers: {} }];
    return { name: suite.name, failure: error.message, tables: [], figures };
  }
}

/** What suites are given: the build to measure, and what the others are to serve for it. */
async function benchFor(main, { options, members, loader }) {
  const scene = await setScene(main);
  return { ...options, say, scene, members, serverMain: main, load: (job) => loader.run(job) };
}

/** Measures one build, and gives the code to exit with. */
async function report(suites, { main, ...parts }) {
  const { options, members, about } = parts;
  const bench = await benchFor(main, parts);
  const outcomes = [];
  for (const suite of suites) outcomes.push(await runSuite(suite, bench));
  const measured = { about, outcomes, peers: members.filter((member) => member.package) };
  console.log(options.json ? reportJson(measured) : reportText(measured));
  if (options.write) writeReadme(measured);
  const isMissed = outcomes.some(({ figures }) => figures.some((one) => ['missed', 'failed'].includes(verdict(one))));
  return options.strict && isMissed ? 1 : 0;
}

/** Measures two builds in turns. */
async function compare(suites, { main, ...parts }) {
  const { options, about } = parts;
  const builds = [buildOf(options.compare, say), { name: 'this', main }];
  // Each turn is a round; more of them in one turn would let the machine drift between the two.
  const turn = { ...parts, options: { ...options, rounds: 1, startRounds: 1, memoryRounds: 1 } };
  const prepared = [];
  for (const build of builds) prepared.push({ ...build, bench: await benchFor(build.main, turn) });
  const rows = await compareBuilds({ suites, builds: prepared, turns: options.turns, say });
  const result = { about, rows, builds };
  console.log(options.json ? JSON.stringify(result, null, 2) : comparisonText(result));
}

/** The suites to run; of two servers nothing is learnt by those that measure none. */
function chosen(all, { only, compare: other }) {
  const named = all.filter(({ name }) => only.includes(name));
  if (other === undefined) return named;
  const left = named.filter(({ isOfServer = true }) => isOfServer);
  if (left.length === 0) throw new Error(`${only.join(', ')} measures no server: there is nothing to compare`);
  return left;
}

async function measure() {
  const all = await loadSuites();
  const peerNames = servers.filter((server) => server.package).map(({ name }) => name);
  const options = readCommandLine(process.argv.slice(2), { suites: all.map(({ name }) => name), peers: peerNames });
  if (options.help) return console.log(help);
  const about = surroundings(options.isQuick);
  const suites = chosen(all, options);
  const main = await serverToMeasure(options.server);
  const members = await gather(options.compare === undefined ? options.peers : []);
  moveToClientCore();
  const loader = startWorker(new URL('kit/load-worker.mjs', import.meta.url));
  const run = options.compare === undefined ? report : compare;
  try {
    return await run(suites, { main, options, members, loader, about });
  } finally {
    await loader.stop();
  }
}

try {
  process.exitCode = await measure();
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
