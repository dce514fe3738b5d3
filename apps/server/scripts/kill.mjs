/** `npm run suite -- kill`: kills a server in the middle of parallel writes, again and again; what it acknowledged must be there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from './attack/server.mjs';
import { create, created, revision } from './attack/writer.mjs';
import { followParent } from '@understudy/tooling/follow-parent';

followParent();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    /** Another store than a SQLite file that goes away: an empty PostgreSQL database, say. */
    store: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

/** Clients that write at once. */
const WRITERS = 16;

const folder = mkdtempSync(join(tmpdir(), 'understudy-kill-'));
const store = values.store ?? `sqlite:${join(folder, 'state.db')}`;
const start = () => startServer(['--store', store, '--max-records', '1000000']);

const acknowledged = new Set();
const faults = [];

/** Writes until the server is gone; gives the titles it has sent. */
async function write(server, round) {
  const sent = [];
  const writer = async (name) => {
    for (let i = 0; server.isAlive(); i++) {
      const title = `${round}-${name}-${i}`;
      sent.push(title);
      if ((await create(server.origin, title)).isAcknowledged) acknowledged.add(title);
    }
  };
  const writing = Array.from({ length: WRITERS }, (_, name) => writer(name));
  // In another moment of the writes each time, and never before there are some.
  const before = acknowledged.size;
  while (acknowledged.size < before + WRITERS) await setTimeout(1);
  await setTimeout((round * 37) % 200);
  await server.stop('SIGKILL');
  await Promise.all(writing);
  return sent;
}

function check(round, held, writes) {
  const found = new Set(held);
  const lost = [...acknowledged].filter((title) => !found.has(title));
  if (lost.length > 0) faults.push(`round ${round}: ${lost.length} acknowledged writes are lost, such as ${lost[0]}`);
  if (found.size !== held.length) faults.push(`round ${round}: ${held.length - found.size} writes were made twice`);
  if (writes !== held.length) faults.push(`round ${round}: revision ${writes}, but ${held.length} writes`);
}

/** Sends again what was not acknowledged: it has happened as a whole or not at all, so it now has one effect. */
async function sendAgain(server, sent, held) {
  const found = new Set(held);
  for (const title of sent.filter((one) => !acknowledged.has(one))) {
    const { isAcknowledged, isReplayed } = await create(server.origin, title);
    if (!isAcknowledged) faults.push(`${title} was refused after the restart`);
    else acknowledged.add(title);
    if (isReplayed !== found.has(title))
      faults.push(`${title} is ${found.has(title) ? '' : 'not '}there, and its key says else`);
  }
}

let server = await start();
for (let round = 1; round <= rounds && faults.length === 0; round++) {
  const sent = await write(server, round);
  const begun = performance.now();
  server = await start();
  const held = await created(server.origin);
  const readyMs = Math.round(performance.now() - begun);
  check(round, held, await revision(server.origin));
  const open = sent.filter((title) => !acknowledged.has(title)).length;
  console.log(
    `round ${round}: ${acknowledged.size} acknowledged so far, ${open} open when killed, back after ${readyMs} ms`,
  );
  await sendAgain(server, sent, held);
}
const ended = await server.stop();
if (ended !== 0) faults.push(`the server ended with ${ended} when it was asked to stop`);
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.error(fault);
console.log(`${rounds} rounds, ${acknowledged.size} acknowledged writes, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
