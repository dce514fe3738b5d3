/** Measures sandboxes in process: created and reset per second, the memory of an untouched one, and the list of all of them. */
import { pathToFileURL } from 'node:url';

const { createUnderstudy } = await import(pathToFileURL(process.argv[2]).href);

const COUNT = 20_000;
const WARM = 3000;

async function perSecond(count, work) {
  const since = performance.now();
  for (let i = 0; i < count; i++) await work(i);
  return (count / (performance.now() - since)) * 1000;
}

function heap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const understudy = createUnderstudy({ maxSandboxes: 10 * COUNT });
const body = JSON.stringify({});
const headers = { 'content-type': 'application/json' };
const touch = async (name) => (await understudy.fetch(`/sandboxes/${name}/healthz`)).body?.cancel();
const create = async (name) => (await understudy.fetch(`/sandboxes/${name}`, { method: 'PUT', body, headers })).text();
const reset = async (name) => (await understudy.fetch(`/sandboxes/${name}/reset`, { method: 'POST' })).text();

/** Processor time of a page of ten of all sandboxes, in ms: the quickest of some, as a collection of garbage hits few of them. */
async function pageMs() {
  const times = [];
  for (let i = 0; i < 9; i++) {
    const before = process.cpuUsage();
    await (await understudy.fetch('/sandboxes')).text();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

for (let i = 0; i < WARM; i++) {
  await create(`warm-${i}`);
  await reset(`warm-${i}`);
}
const created = await perSecond(WARM, (i) => create(`made-${i}`));
const resets = await perSecond(WARM, (i) => reset(`made-${i}`));
await touch('first');
const before = heap();
for (let i = 0; i < COUNT; i++) await touch(`untouched-${i}`);
const bytes = (heap() - before) / COUNT;
const few = await pageMs();
for (let i = 0; i < COUNT - 2 * WARM; i++) await create(`listed-${i}`);
const many = await pageMs();
await understudy.close();
console.log(JSON.stringify({ created, resets, bytes, listMs: many, growth: many / few / (COUNT / (2 * WARM)) }));
