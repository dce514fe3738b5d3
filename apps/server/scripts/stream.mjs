/** Streams the journal while many requests come, and shows how long the event loop was held: `node scripts/stream.mjs`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUnderstudy } from '../dist/index.js';

const SECONDS = 10;
const RATE = 10_000;
const TICK_MS = 10;

const understudy = createUnderstudy({ log: 'off', maxJournal: 100_000, maxJournalBytes: 1_000_000_000 });
const url = 'http://understudy.local/sandboxes/a';
const page = async () => (await understudy.fetch(`${url}/api/events/categories`)).text();

const leave = new AbortController();
const stream = await understudy.fetch(`${url}/requests/stream`, { signal: leave.signal });
const read = { events: 0, bytes: 0 };
const reading = (async () => {
  for await (const piece of stream.body) {
    read.bytes += piece.length;
    read.events += Buffer.from(piece).toString('latin1').split('\nevent: ').length - 1;
  }
})().catch(() => undefined);

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const start = performance.now();
let sent = 0;
while (performance.now() - start < SECONDS * 1000) {
  const due = Math.floor(((performance.now() - start) * RATE) / 1000);
  while (sent < due && sent % 100 !== 99) {
    void page();
    sent += 1;
  }
  sent += 1;
  void page();
  await sleep(sent < due ? 0 : TICK_MS);
}
const seconds = (performance.now() - start) / 1000;
while (read.events < sent - 10) await sleep(TICK_MS);
delay.disable();
leave.abort();
await reading;
await understudy.close();
const ms = (ns) => Math.round(ns / 1e4) / 100;
console.log(`${Math.round(sent / seconds)} requests/s, ${read.events} events, ${Math.round(read.bytes / 1e6)} MB`);
console.log(
  `event loop held: mean ${ms(delay.mean)} ms, p99 ${ms(delay.percentile(99))} ms, longest ${ms(delay.max)} ms`,
);
