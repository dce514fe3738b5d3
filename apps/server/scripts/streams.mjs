/**
 * `npm run suite -- streams`: holds 2,000 streams open while 10,000 events are written, some of them cut and resumed; fails where
 * an event is lost or doubled, or where the server keeps anything of them. Prints its memory beside that of bare `node:http`
 * with as many streams.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { followParent } from '@understudy/tooling/follow-parent';
import { startServer } from './attack/server.mjs';
import { Reader } from './streams/readers.mjs';

followParent();
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    events: { type: 'string', default: '10000' },
    sandboxes: { type: 'string', default: '100' },
    store: { type: 'string', default: 'memory' },
  },
});
const [STREAMS, EVENTS, SANDBOXES] = [values.streams, values.events, values.sandboxes].map(Number);

/** Every so many readers, one is cut off now and then. */
const CUT_EVERY = 10;

/** How long it may take until all is as it must be, in ms. */
const PATIENCE_MS = 60_000;

/** Memory that may be held more at the end than before, in bytes: less than 2 kB for each stream. */
const MAX_GROWTH = 4_000_000;

/** How many times the memory of one of bare node:http an open stream may take. */
const MAX_SHARE = 1.3;

/** Streams that are opened and closed before memory is first looked at: code that runs often is compiled then, and kept. */
const WARM = 400;

/** How long a server may take to stop amid streams, in ms. */
const STOP_MS = 3000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const faults = [];
const mb = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function until(isDone, ms = PATIENCE_MS) {
  const end = performance.now() + ms;
  while (!(await isDone())) {
    if (performance.now() > end) return false;
    await setTimeout(20);
  }
  return true;
}

const addressOf = (origin) => {
  const { hostname: host, port } = new URL(origin);
  return { host, port: Number(port) };
};

/** The streams of all readers, each in one of the sandboxes. */
const streamPath = (index) => `/sandboxes/s${index % SANDBOXES}/api/board/messages/stream`;

/** Opens streams a few hundred at a time, as many as a listening socket takes. */
async function openAll(readers) {
  for (let from = 0; from < readers.length; from += 200) {
    const some = readers.slice(from, from + 200);
    for (const reader of some) reader.open();
    if (!(await until(() => some.every(({ isOpen }) => isOpen)))) faults.push('not every stream was opened');
  }
}

/** Opens and closes streams, a few times. */
async function warmUp(makeReader) {
  for (let round = 0; round < 3; round += 1) {
    const readers = Array.from({ length: WARM }, makeReader);
    await openAll(readers);
    for (const reader of readers) reader.close();
  }
  await setTimeout(500);
}

/** Memory of bare node:http at rest, and with all streams open. */
async function bare() {
  const flags = ['--expose-gc', '--import', here('attack/gauge.mjs'), here('streams/bare-server.mjs')];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [line] = await once(child.stdout, 'data');
  const address = addressOf(/http:\S+/.exec(String(line))[0]);
  // The same requests: what of them stays in memory is the same then.
  const makeReader = (_, index) => new Reader({ ...address, path: streamPath(index), after: 0 });
  await warmUp(makeReader);
  const gauge = async () => (child.send('gauge'), (await once(child, 'message'))[0]);
  const rest = await gauge();
  const readers = Array.from({ length: STREAMS }, makeReader);
  await openAll(readers);
  const open = await gauge();
  for (const reader of readers) reader.close();
  child.kill();
  return { rest, open };
}

async function post(origin, sandbox, index) {
  const answer = await fetch(`${origin}/sandboxes/s${sandbox}/api/board/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Message ${index}` }),
  });
  if (!answer.ok) faults.push(`a message was answered ${answer.status}`);
  await answer.body.cancel();
}

/** Writes the events, a few sandboxes at once, and cuts some readers off meanwhile. */
async function write(origin, readers) {
  const each = Math.floor(EVENTS / SANDBOXES);
  for (let round = 0; round < each; round += 1) {
    const all = Array.from({ length: SANDBOXES }, (_, sandbox) => post(origin, sandbox, round));
    for (let at = round % CUT_EVERY; at < readers.length; at += CUT_EVERY * CUT_EVERY) {
      readers[at].close();
      readers[at].open();
    }
    await Promise.all(all);
  }
  return each;
}

const compared = await bare();
// The journal would hold what was written and who has read it.
const flags = [
  '--domain',
  here('streams/board-domain.mjs'),
  '--max-streams',
  String(STREAMS + 100),
  '--max-journal',
  '1',
];
const server = await startServer([...flags, '--max-sandboxes', '5000', '--store', values.store]);
// What is loaded and kept once is there before the first look.
for (let i = 0; i < 300; i += 1) await post(server.origin, `warm${i % 20}`, i);
await warmUp((_, index) => {
  return new Reader({ ...addressOf(server.origin), path: `/sandboxes/warm${index % 20}/api/board/messages/stream` });
});
const before = await server.gauge();
const readers = Array.from({ length: STREAMS }, (_, index) => {
  return new Reader({ ...addressOf(server.origin), path: streamPath(index), after: 0 });
});
await openAll(readers);
const open = await server.gauge();
const show = (name, { heap, rss }) => console.log(`${name}: heap ${mb(heap)}, RSS ${mb(rss)}`);
show('bare node:http at rest', compared.rest);
show(`bare node:http with ${STREAMS} streams`, compared.open);
show('Understudy at rest', before);
show(`Understudy with ${STREAMS} streams`, open);
/** Prints what one stream takes beside the process, here and of bare node:http; how many times as much it is. */
function compare(kind) {
  const [ours, bares] = [
    [open, before],
    [compared.open, compared.rest],
  ].map(([full, rest]) => (full[kind] - rest[kind]) / STREAMS);
  const times = (ours / bares).toFixed(2);
  console.log(`${kind} of a stream: ${Math.round(ours)} bytes, ${times} × bare node:http (${Math.round(bares)})`);
  return ours / bares;
}
for (const kind of ['heap', 'rss']) {
  if (compare(kind) <= MAX_SHARE) continue;
  faults.push(`a stream takes more than ${MAX_SHARE} × the ${kind} of one of bare node:http`);
}

const since = performance.now();
const each = await write(server.origin, readers);
if (!(await until(() => readers.every(({ last }) => last === each)))) faults.push('not every event came in time');
const ms = Math.round(performance.now() - since);
const came = readers.reduce((sum, { count }) => sum + count, 0);
const cuts = readers.reduce((sum, { connections }) => sum + connections - 1, 0);
console.log(`${each * SANDBOXES} events, ${came} times read in ${ms} ms, over ${cuts} cuts`);
if (came !== each * STREAMS) faults.push(`${came} events came, not ${each * STREAMS}`);
for (const reader of readers) faults.push(...reader.faults.slice(0, 1));
const { loop } = await server.gauge();
console.log(`event loop held at most ${loop.max} ms, p99 ${loop.p99} ms`);

for (const reader of readers) reader.close();
// Those who write keep their connections.
const holdsNone = async () => (await server.gauge()).sockets <= 2 * SANDBOXES;
if (!(await until(holdsNone))) faults.push('streams outlive their readers');
await setTimeout(500);
const after = await server.gauge();
show('Understudy after them', after);
const again = readers
  .slice(0, 200)
  .map(() => new Reader({ ...addressOf(server.origin), path: '/api/board/messages/stream' }));
await openAll(again);
const stopping = performance.now();
const ended = await server.stop();
const stopMs = Math.round(performance.now() - stopping);
console.log(`stopped with ${ended} amid ${again.length} streams, in ${stopMs} ms`);
if (ended !== 0 || stopMs > STOP_MS) faults.push('the server waits for streams when it stops');
for (const reader of again) reader.close();
// The records that were written stay; what is left beside them is what the streams left.
const kept = after.heap - before.heap - EVENTS * 1000;
if (kept > MAX_GROWTH) faults.push(`the heap grew by ${mb(kept)} beside the records`);
for (const fault of faults.slice(0, 20)) console.error(fault);
console.log(`${STREAMS} streams, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
