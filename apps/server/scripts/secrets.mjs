/**
 * `npm run suite -- secrets`: sends secrets in every position of a request to a real server, in requests that succeed, fail,
 * meet faults and are cut, over REST and tRPC; then none may be in what the server shows, logs or keeps of requests.
 * `-- --on memory,sqlite,postgres`, `-- --all` for every position in every delivery instead of some of each
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { followParent } from '@understudy/tooling/follow-parent';
import { startPostgres } from '@understudy/tooling/postgres';
import { planted, secretsIn } from '@understudy/tooling/secrets';
import { spawnServer } from '@understudy/tooling/server';
import { deliveries, sendHalf } from './secrets/deliveries.mjs';
import { sinksOf } from './secrets/sinks.mjs';

followParent();
const { values } = parseArgs({
  options: { on: { type: 'string', default: 'memory,sqlite,postgres' }, all: { type: 'boolean', default: false } },
});

/** In how many deliveries a position goes beside the first one: others on each store. */
const SAMPLED = 3;

/** Room for all entries with all that they have, so that nothing is dropped before it is looked at. */
const ROOM = ['--max-journal', '100000', '--max-journal-bytes', '200MB', '--max-total-journal-bytes', '900MB'];

const folder = mkdtempSync(join(tmpdir(), 'understudy-secrets-'));
const faults = [];

/** Sends a request; gives its status, and what a problem says. */
async function send(origin, { method, target, headers, body }) {
  try {
    const response = await fetch(origin + target, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, problem: response.status >= 400 ? text : '' };
  } catch {
    return { status: 'broken', problem: '' };
  }
}

function requestOf(base, { path, fault, changed }, request) {
  const { method, headers, query = '', body } = { ...request, ...changed?.(request) };
  const both = [query, fault === undefined ? '' : `fault=${fault}`].filter((text) => text !== '').join('&');
  // As an empty value of fetch would be refused.
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const withBody = method === 'GET' ? {} : { body: body ?? '' };
  return {
    method,
    headers: sent,
    target: `${base}${request.path ?? path}${both === '' ? '' : `?${both}`}`,
    ...withBody,
  };
}

const ways = [...deliveries, { name: 'cut', path: '/api/education/courses' }];

/** Whether a position is sent in a delivery: in the first, and in some others, so that all meet. */
function isSent(position, delivery, turn) {
  return values.all || delivery === 0 || (position + turn * SAMPLED + delivery) % ways.length < SAMPLED;
}

async function plantAll(origin, turn) {
  const secrets = new Map();
  const statuses = {};
  const names = [];
  const problems = [];
  for (const [index, delivery] of ways.entries()) {
    const name = `secrets-${index}`;
    names.push(name);
    for (const [position, [title, make]] of planted.entries()) {
      if (!isSent(position, index, turn)) continue;
      const request = make();
      secrets.set(request.secret, `${title}, ${delivery.name}`);
      const asked = requestOf(`/sandboxes/${name}`, delivery, request);
      if (delivery.name === 'cut') await sendHalf(origin, asked);
      else {
        const { status, problem } = await send(origin, asked);
        statuses[status] = (statuses[status] ?? 0) + 1;
        problems.push(problem);
      }
    }
  }
  return { secrets, statuses, names, problems };
}

/** @param {{ title: string, store: string, turn: number }} on the how manieth store it is: others are logged otherwise */
async function attack({ title, store, turn }) {
  const format = turn % 2 === 0 ? 'json' : 'pretty';
  const server = await spawnServer(['--store', store, '--log', format, ...ROOM]);
  let log = '';
  server.child.stdout.on('data', (text) => (log += text));
  server.child.stderr.on('data', (text) => (log += text));
  const { secrets, statuses, names, problems } = await plantAll(server.origin, turn);
  const { entries, sinks } = await sinksOf({ origin: server.origin, store, names });
  await server.stop();
  sinks[`the log (${format})`] = [log];
  sinks['the problems that were answered'] = problems;
  console.log(
    `${title}: ${secrets.size} secrets in ${planted.length} positions, ${JSON.stringify(statuses)}, ${entries} entries`,
  );
  for (const [sink, texts] of Object.entries(sinks)) {
    const found = secretsIn(texts, secrets.keys());
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    console.log(`  ${sink}: ${length} characters, ${found.size} secrets`);
    for (const secret of found) faults.push(`${title}, ${sink}: ${secrets.get(secret)}`);
  }
  if (entries < secrets.size) faults.push(`${title}: ${entries} entries of ${secrets.size} requests`);
}

const postgres = values.on.includes('postgres') ? await startPostgres() : undefined;
const stores = { memory: 'memory', sqlite: `sqlite:${join(folder, 'state.db')}`, postgres: postgres?.url };
for (const [turn, title] of values.on.split(',').entries()) await attack({ title, store: stores[title], turn });
await postgres?.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** The same position in several sinks is one fault to mend. */
const byPosition = new Map();
for (const fault of faults) {
  const [, at, position] = /^(.*?): (.*)$/.exec(fault);
  byPosition.set(position, [...(byPosition.get(position) ?? []), at]);
}
for (const [position, at] of byPosition) console.error(`FOUND ${position} — in ${at.join('; ')}`);
console.log(`${faults.length} secrets found`);
process.exitCode = faults.length === 0 ? 0 : 1;
