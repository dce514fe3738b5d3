/** `npm run suite -- hangs`: 10,000 clients leave amid hangs, stalls and drips; fails where the server keeps anything of them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { followParent } from '@understudy/tooling/follow-parent';
import { startServer } from './attack/server.mjs';

followParent();
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '10000' },
    store: { type: 'string', default: 'memory' },
  },
});

/** Clients at once. */
const TOGETHER = 500;

/** Rounds before the first look: what is loaded and kept once is there then, and the journal is full. */
const WARM_ROUNDS = 3;

/** How long it may take until all of a round hang, or are gone, in ms. */
const PATIENCE_MS = 20_000;

/** Heap that may be held more at the end than at the beginning, in bytes: less than 1 kB for each client. */
const MAX_GROWTH = 8_000_000;

/** How long a server may take to stop amid hangs, in ms: it waits for those who are still to come, not for these. */
const STOP_MS = 6000;

/** Faults that wait far longer than this takes, each in one timer. */
const FAULTS = [
  'hang;seconds=600',
  'stall;after_bytes=0;seconds=600',
  'stall;after_bytes=100;seconds=600',
  'drip;bytes=100;every=60000',
  'bandwidth;bytes_per_second=1',
];

const COURSE = JSON.stringify({
  title: 'Tea',
  category: 'Food',
  difficulty: 'expert',
  instructor: 'Bo',
  duration_hours: 1,
});

/** A request that hangs; every tenth is a write, half of whose body is still to come. */
function requestOf(index) {
  const target = `/api/education/courses?fault=${FAULTS[index % FAULTS.length]}`;
  if (index % 10 !== 0) return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const length = Buffer.byteLength(COURSE) * 2;
  const type = 'Content-Type: application/json';
  return `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${length}\r\n\r\n${COURSE}`;
}

async function clientOf(origin, index) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume().write(requestOf(index));
  return socket;
}

/** Looks until it is as wanted, and gives the last look. */
async function until(server, isWanted) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const gauge = await server.gauge();
    if (isWanted(gauge) || performance.now() > end) return gauge;
    await setTimeout(20);
  }
}

const faults = [];

/** Opens hangs until all are there. */
async function open(server, from) {
  const all = Array.from({ length: TOGETHER }, (_, i) => clientOf(server.origin, from + i));
  const clients = await Promise.all(all);
  const { sockets, timers } = await until(server, (now) => now.timers >= TOGETHER);
  if (timers < TOGETHER) faults.push(`of ${TOGETHER} requests ${timers} hang, on ${sockets} sockets`);
  return clients;
}

async function round(server, from) {
  for (const client of await open(server, from)) client.destroy();
  return until(server, ({ sockets, timers }) => sockets === 0 && timers === 0);
}

const mb = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function print(label, { heap, rss, descriptors, sockets, timers }) {
  const memory = `heap ${mb(heap)}, RSS ${mb(rss)}`;
  console.log(`${label}: ${sockets} sockets, ${timers} timers, ${descriptors ?? '?'} descriptors, ${memory}`);
}

const server = await startServer(['--store', values.store]);
for (let i = 0; i < WARM_ROUNDS; i++) await round(server, 0);
const before = await until(server, ({ sockets }) => sockets === 0);
print('before', before);
let left = 0;
for (; left < Number(values.clients) && server.isAlive() && faults.length === 0; left += TOGETHER) {
  const { sockets, timers } = await round(server, left);
  if (sockets + timers > 0) faults.push(`${sockets} sockets and ${timers} timers outlive their clients`);
}
if (server.isAlive()) {
  const after = await server.gauge();
  print(`after ${left} clients`, after);
  const growth = after.heap - before.heap;
  if (growth > MAX_GROWTH) faults.push(`the heap grew by ${mb(growth)}`);
  if (after.descriptors > before.descriptors) faults.push(`the descriptors grew from ${before.descriptors}`);
  const clients = await open(server, 0);
  const since = performance.now();
  const ended = await server.stop();
  const ms = Math.round(performance.now() - since);
  console.log(`stopped with ${ended} amid ${clients.length} hangs, in ${ms} ms`);
  if (ended !== 0 || ms > STOP_MS) faults.push('the server waits for hangs when it stops');
  for (const client of clients) client.destroy();
} else faults.push(`the server has ended: ${server.output()}`);
for (const fault of faults) console.error(fault);
console.log(`${left} clients, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
