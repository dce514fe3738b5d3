/**
 * Records requests in a journal that is streamed, and shows how long the event loop was held meanwhile:
 * `node scripts/stream.mjs [entries a second]`.
 */
import { Buffer } from 'node:buffer';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SECONDS = 10;
const RATE = Number(process.argv[2] ?? 10_000);
const TICK_MS = 2;

const source = `
  export { Journals } from './journal/journals.js';
  export { MemoryJournals } from './store/stores/memory/journal/memory-journals.js';
  export { EventStreams } from './http/event-streams.js';
  export { followRequests } from './domains/sandboxes/follow-requests.js';
  export { Pauses } from './http/pauses.js';`;

// Requests would take more time than the stream.
const bundle = await build({
  stdin: { contents: source, resolveDir: fileURLToPath(new URL('../src', import.meta.url)), loader: 'ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: fileURLToPath(new URL('../.cache/stream.mjs', import.meta.url)),
});
if (bundle.errors.length > 0) process.exit(1);
const { Journals, MemoryJournals, EventStreams, followRequests, Pauses } = await import('../.cache/stream.mjs');

const limits = { entries: 10_000, bytes: 1_000_000, totalBytes: 64_000_000 };
const journals = new Journals(new MemoryJournals(limits));
const pauses = new Pauses(async () => undefined);
const body = JSON.stringify({ title: 'x'.repeat(200), instructor: 'Bo Li' });
const kept = { content: body, bytes: body.length, isTruncated: false };
const exchange = (n) => ({
  id: `req_${n}`,
  method: 'POST',
  path: '/api/education/courses',
  query: 'q=sql',
  baseUrl: 'http://127.0.0.1:4010/sandboxes/a',
  operation: 'education.createCourse',
  headers: ['host', '127.0.0.1:4010', 'content-type', 'application/json', 'authorization', 'Bearer secret'],
  body: kept,
  unknown: [],
  address: '127.0.0.1',
  connection: 'c1',
  status: 200,
  kind: undefined,
  struck: undefined,
  response: { headers: { 'content-type': 'application/json' }, body: kept },
  ended: 'complete',
  receivedAt: Date.now(),
  durationMs: 1,
});

const ctx = { input: { name: 'a', follow: true } };
const stream = new EventStreams(10, pauses).open({
  source: await followRequests(ctx, { journals }),
  controls: { follow: true },
  signal: () => new AbortController().signal,
});
const read = { pieces: 0, bytes: 0, requests: 0, dropped: 0 };
const reading = (async () => {
  for await (const piece of stream) {
    const text = Buffer.from(piece).toString('latin1');
    read.pieces += 1;
    read.bytes += piece.length;
    read.requests += text.split('\nevent: request\n').length - 1;
    for (const [, count] of text.matchAll(/\nevent: dropped\ndata: \{"count":(\d+)\}/g)) read.dropped += Number(count);
  }
})();

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const start = performance.now();
let sent = 0;
while (performance.now() - start < SECONDS * 1000) {
  for (const due = Math.floor(((performance.now() - start) * RATE) / 1000); sent < due; sent++) {
    journals.record('a', 1, exchange(sent));
  }
  await sleep(TICK_MS);
}
const seconds = (performance.now() - start) / 1000;
while (read.requests + read.dropped < sent) await sleep(TICK_MS);
const late = performance.now() - start - seconds * 1000;
delay.disable();
pauses.end();
await reading;
await journals.close();
const ms = (ns) => Math.round(ns / 1e4) / 100;
console.log(`${Math.round(sent / seconds)} entries/s recorded: ${read.requests} streamed, ${read.dropped} dropped`);
console.log(`${Math.round(read.bytes / 1e6)} MB in ${read.pieces} pieces, the last ${Math.round(late)} ms late`);
console.log(
  `event loop held: mean ${ms(delay.mean)} ms, p99 ${ms(delay.percentile(99))} ms, longest ${ms(delay.max)} ms`,
);
