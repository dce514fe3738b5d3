/** Compares what a server holds at two times, when nobody uses it and nothing is stored in it. */
import { setTimeout } from 'node:timers/promises';
import { exchange } from './exchange.mjs';

const MB = 1_000_000;

/** What may come on top between two rests: caches that fill, and what the allocator keeps. */
const ALLOWED = { heap: 25 * MB, rss: 75 * MB, descriptors: 5 };

/** Until connections that were dropped are gone, and until pages that a collection emptied are given back, in ms. */
const SETTLE_MS = 1500;

/** The memory of a process that falls by less than this from one collection to the next has settled. */
const SETTLED = 5 * MB;

/** Collections after which it counts as it is. */
const MAX_COLLECTIONS = 8;

async function allSandboxes(origin, agent) {
  const found = [];
  for (let page = 1; ; page++) {
    const answer = await exchange(
      origin,
      { method: 'GET', target: `/sandboxes?per_page=50&page=${page}`, headers: {} },
      agent,
    );
    if (answer.status !== 200) throw new Error(`GET /sandboxes answered ${answer.status ?? answer.broken}`);
    const { data, pagination } = JSON.parse(answer.body.toString());
    found.push(...data.map(({ name }) => name));
    if (page >= pagination.totalPages) return found;
  }
}

/** More seeds than a server keeps the seeded data of. */
const SEEDS = 70;

/** Has the server remember the same seeded data at each rest, whatever it has been asked for in between. */
async function askForSeeds(origin, agent) {
  const ask = (method, target, body) =>
    exchange(origin, { method, target, headers: { 'content-type': 'application/json' }, body }, agent);
  for (let i = 0; i < SEEDS; i++) {
    await ask('PUT', '/sandboxes/rest', JSON.stringify({ seed: `seed ${i}` }));
    await ask('GET', '/sandboxes/rest/api/education/grades?per_page=50');
    await ask('DELETE', '/sandboxes/rest');
  }
}

/**
 * What finalizers of one collection let go is taken by the next, and V8 sweeps and gives back pages after the collection
 * has returned: the gauge that is read right then has at times twice the memory of the one that is read a second later.
 */
async function settledGauge(server) {
  let last = await server.gauge();
  for (let i = 1; i < MAX_COLLECTIONS; i++) {
    await setTimeout(SETTLE_MS);
    const gauge = await server.gauge();
    if (last.rss - gauge.rss < SETTLED && i > 1) return gauge;
    last = gauge;
  }
  return last;
}

/** Forgets every sandbox, waits, and reads the gauges. */
export async function restedGauge(server, agent) {
  for (const name of await allSandboxes(server.origin, agent)) {
    await exchange(server.origin, { method: 'DELETE', target: `/sandboxes/${name}`, headers: {} }, agent);
  }
  await askForSeeds(server.origin, agent);
  agent.destroy();
  await setTimeout(SETTLE_MS);
  // Later gauges know of no load.
  const { loop } = await server.gauge();
  return { ...(await settledGauge(server)), loop };
}

/**
 * @returns {string[]} what has grown by more than it may
 */
export function growthOf(before, after) {
  return Object.entries(ALLOWED)
    .filter(([name]) => after[name] - before[name] > ALLOWED[name])
    .map(([name, allowed]) => `${name} grew from ${before[name]} to ${after[name]}, by more than ${allowed}`);
}
