/** Measures sandboxes in process: created and reset per second, and the memory of an untouched one. */
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
await understudy.close();
console.log(JSON.stringify({ created, resets, bytes }));
