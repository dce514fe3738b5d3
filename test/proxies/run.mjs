/**
 * `npm run suite -- proxies`: behind nginx and Caddy, as Debian has them, streams come at once, go on after a cut, and end, a
 * server below a prefix is whole, a replica stops unnoticed, and one sandbox breaks answers off unnoticed. `-- stop` tries
 * one of these alone, as `faults`, `streams` and `prefixes` do.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followParent } from '../../tooling/src/follow-parent.mjs';
import { findChromium, startChromium } from '../../tooling/src/chromium/index.mjs';
import { spawnServer } from '../../tooling/src/server/index.mjs';
import { PREFIX, prefixes } from './prefixes.mjs';
import { isInstalled, proxies, startProxy } from './proxies.mjs';
import { breaksOffUnnoticed } from './try-faults.mjs';
import { prefixTries } from './try-prefix.mjs';
import { balancers, stopsUnnoticed } from './try-stop.mjs';
import { showsHolding, tries } from './try-stream.mjs';
import { openTally } from '../tally.mjs';

followParent();

/** What is tried, by the word that asks for it alone. */
const parts = { streams: tryStreams, stop: tryStop, faults: tryFaults, prefixes: tryPrefixes };
const asked = process.argv.slice(2);
const unknown = asked.find((word) => !(word in parts));
if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are ${Object.keys(parts).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'understudy-proxies-'));
const { count, skip, end } = openTally();

/** Whether what is needed is there; it is missed aloud. */
function has(what, isThere) {
  if (isThere) return true;
  skip(what);
  return false;
}

let folders = 0;

/** Starts a server with a proxy in front, for as long as something is done with both. */
async function behind(proxy, options, work) {
  const server = await spawnServer([...options, '--log', 'off']);
  const front = await startProxy(proxy, { target: server.origin, folder: join(folder, String((folders += 1))) });
  try {
    await work(front, server);
  } finally {
    await front.stop();
    if (server.isAlive()) await server.stop();
  }
}

async function tryStreams() {
  for (const proxy of proxies) {
    if (!has(`STREAMS ARE NOT TRIED BEHIND ${proxy.name}: it is not installed`, isInstalled(proxy.program))) continue;
    const all = proxy.buffers === true ? [['it holds events up', showsHolding]] : Object.entries(tries);
    for (const [name, trying] of all) {
      // Each with a server of its own: one of them stops it.
      await behind(proxy, ['--max-streams', '2'], async ({ origin }, { stop: stopServer }) => {
        const stream = `${origin}/sandboxes/shop/requests/stream`;
        await count(`${proxy.name}: ${name}`, () => trying({ origin, sandbox: 'shop', stream, stopServer }));
      });
    }
  }
}

/** Starts two replicas behind each of the load balancers, for as long as something is done with them. */
async function behindEach(what, work) {
  for (const balancer of balancers) {
    if (!has(`NO ${what} IS TRIED BEHIND ${balancer.name}: it is not installed`, isInstalled(balancer.program)))
      continue;
    const own = join(folder, String((folders += 1)));
    const options = ['--store', `sqlite:${own}.db`, ...balancer.options];
    const replicas = [await spawnServer(options), await spawnServer(options)];
    const front = await startProxy(balancer, { target: replicas.map(({ origin }) => origin), folder: own });
    await work(balancer.name, front, replicas);
    await front.stop();
    await Promise.all(replicas.map(({ stop }) => stop('SIGINT')));
  }
}

async function tryStop() {
  await behindEach('STOP', (name, front, replicas) =>
    count(`${name}: a replica stops unnoticed`, () => stopsUnnoticed(front, replicas[0])),
  );
}

async function tryFaults() {
  await behindEach('FAULT', async (name, front) => {
    for (const fault of ['reset', 'close']) {
      await count(`${name}: ${fault} in one sandbox is unnoticed in another`, () => breaksOffUnnoticed(front, fault));
    }
  });
}

async function tryPrefixes() {
  const hasBrowser = has('NO PAGE IS TRIED BELOW A PREFIX: there is no Chromium', findChromium() !== undefined);
  const browser = hasBrowser ? await startChromium() : undefined;
  for (const proxy of prefixes) {
    if (!has(`NO PREFIX IS TRIED: ${proxy.name}, but it is not installed`, isInstalled(proxy.program))) continue;
    await behind(proxy, proxy.options, async ({ origin }) => {
      const given = { root: origin + PREFIX, openContext: browser?.openContext };
      for (const [name, trying] of Object.entries(prefixTries)) {
        if (name.endsWith('Chromium') && browser === undefined) continue;
        await count(`${proxy.name}: ${name}`, () => trying(given));
      }
    });
  }
  await browser?.close();
}

for (const [word, tryPart] of Object.entries(parts)) if (asked.length === 0 || asked.includes(word)) await tryPart();
rmSync(folder, { recursive: true, force: true });
end();
