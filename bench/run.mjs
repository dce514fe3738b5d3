/** `npm run bench`: measures the server against bare node and its peers, side by side in one run. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { help, readCommandLine } from './kit/command-line.mjs';
import { moveToClientCore } from './kit/cores.mjs';
import { verdict } from './kit/figure.mjs';
import { install, pinnedVersion } from './kit/peers.mjs';
import { paths } from './kit/paths.mjs';
import { reportJson, reportText, surroundings } from './kit/report.mjs';
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

async function measure() {
  const suites = await loadSuites();
  const peerNames = servers.filter((server) => server.package).map(({ name }) => name);
  const options = readCommandLine(process.argv.slice(2), { suites: suites.map(({ name }) => name), peers: peerNames });
  if (options.help) return console.log(help);
  const about = surroundings(options.isQuick);
  const main = await serverToMeasure(options.server);
  const members = await gather(options.peers);
  moveToClientCore();
  const scene = await setScene(main);
  const loader = startWorker(new URL('kit/load-worker.mjs', import.meta.url));
  const bench = { ...options, say, scene, members, serverMain: main, load: (job) => loader.run(job) };
  const outcomes = [];
  for (const suite of suites.filter(({ name }) => options.only.includes(name))) {
    outcomes.push(await runSuite(suite, bench));
  }
  await loader.stop();
  const report = { about, outcomes, peers: members.filter((member) => member.package) };
  console.log(options.json ? reportJson(report) : reportText(report));
  const isMissed = outcomes.some(({ figures }) => figures.some((one) => ['missed', 'failed'].includes(verdict(one))));
  return options.strict && isMissed ? 1 : 0;
}

try {
  process.exitCode = await measure();
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
