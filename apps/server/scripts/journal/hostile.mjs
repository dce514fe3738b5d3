/** What clients may send to the journal that makes no sense: each gets an answer, at once, and none a 5xx. */
import { head, open } from './wire.mjs';
import { setTimeout } from 'node:timers/promises';

const JOURNAL = '/sandboxes/hostile/requests';
const STREAM = `${JOURNAL}/stream`;
const BIG = '9'.repeat(30);

/** Queries, and the statuses that they may get. */
const queries = [
  ['since=999999999', [200]],
  ['since=999999999&wait=0.1&min=1', [200]],
  [`since=${BIG}`, [200, 400]],
  ['since=9007199254740993', [200, 400]],
  ['since=-1', [400]],
  ['since=1e3', [400]],
  ['since=', [400]],
  ['since=2026-13-45T00:00:00Z', [400]],
  ['since=9999-12-31T23:59:59Z', [200]],
  ['since=0000-01-01T00:00:00Z', [200, 400]],
  ['since=2026-01-01', [400]],
  ['since=0&since=1', [400]],
  ['wait=60.1', [400]],
  ['wait=61', [400]],
  ['wait=-1', [400]],
  ['wait=NaN', [400]],
  ['wait=Infinity', [400]],
  ['wait=1e1', [400]],
  ['wait=0x1', [400]],
  ['wait=0.000001', [200]],
  ['wait=', [400]],
  ['min=0&wait=1', [400]],
  ['min=-1', [400]],
  ['min=10001&wait=1', [400]],
  [`min=${BIG}&wait=1`, [400]],
  ['min=1.5', [400]],
  ['format=HAR', [400, 200]],
  ['format=xml', [400]],
  ['format=har&format=har', [400]],
  ['format=har&wait=0.1&min=50', [200]],
  ['format=har&page=2&per_page=1', [400]],
  ['format=har&simulate_error=malformed', [200]],
  ['method=', [400]],
  ['method=%00', [200, 400]],
  [`path=${'a'.repeat(2001)}`, [400]],
  [`path=${'*'.repeat(1000)}`, [400]],
  [`path=/${'*'.repeat(1000)}`, [200]],
  [`path=/${'a*'.repeat(900)}b`, [200]],
  [`operation=${'*a'.repeat(90)}b`, [200, 400]],
  [`q=${'a'.repeat(8000)}`, [200, 400]],
  ['status=99', [400]],
  ['status=200,200,200', [200, 400]],
];

const lastEventIds = [
  '',
  ' ',
  '0',
  '-1',
  'abc',
  '1e9',
  '1.5',
  BIG,
  '0x10',
  '9007199254740993',
  '٣',
  '"1"',
  '1,2',
  'x'.repeat(8000),
  '\u00e9',
  "1' or '1'='1",
  '../../1',
];

async function streamWith(server, { query = '', headers = {}, method = 'GET' }) {
  const leave = new AbortController();
  const response = await fetch(`${server.origin}${STREAM}${query}`, { method, headers, signal: leave.signal });
  const kind = response.headers.get('content-type');
  leave.abort();
  return { status: response.status, kind };
}

/** @param {{ start: Function, store: string }} attack */
export async function hostile({ start, store }) {
  const server = await start(['--store', store]);
  const faults = [];
  const statuses = {};
  for (let i = 0; i < 5; i += 1) await (await server.fetch('/sandboxes/hostile/api/education/courses')).arrayBuffer();
  const note = (what, status, allowed) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!allowed.includes(status)) faults.push(`${what.slice(0, 100)} got ${status}, not ${allowed.join(' or ')}`);
  };
  for (const [query, allowed] of queries) {
    const since = performance.now();
    const response = await server.fetch(`${JOURNAL}?${query}`);
    const text = await response.text();
    note(query, response.status, allowed);
    if (text.includes('    at ')) faults.push(`${query.slice(0, 100)} got a stack trace`);
    const ms = performance.now() - since;
    if (ms > 3000) faults.push(`${query.slice(0, 100)} took ${ms.toFixed(0)} ms`);
  }
  for (const id of lastEventIds) {
    const { status } = await streamWith(server, { headers: { 'last-event-id': Buffer.from(id).toString('latin1') } });
    note(`Last-Event-ID ${id}`, status, [200, 400]);
  }
  for (const [method, target] of [
    ['POST', STREAM],
    ['PUT', JOURNAL],
    ['POST', JOURNAL],
    ['DELETE', STREAM],
  ]) {
    const response = await server.fetch(target, { method });
    await response.body?.cancel();
    note(`${method} ${target}`, response.status, [405]);
  }
  for (const accept of ['application/json', 'text/html', '*/*', 'text/event-stream;q=0', 'x']) {
    const { status, kind } = await streamWith(server, { headers: { accept } });
    note(`a stream with Accept: ${accept}`, status, [200, 406]);
    if (status === 200 && !kind.startsWith('text/event-stream')) faults.push(`a stream of ${kind}`);
  }
  for (const target of [STREAM, `${JOURNAL}?wait=30&min=1000`]) {
    const response = await fetch(server.origin + target, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(
      ({ name }) => ({ status: name }),
    );
    note(`HEAD ${target}`, response.status, target === STREAM ? [200] : [200, 'TimeoutError']);
  }
  // Twenty on one connection, none of which has its turn before the one ahead of it.
  const socket = await open(server.origin);
  socket.write(head('GET', `${JOURNAL}?wait=60&min=5000`).repeat(20));
  await setTimeout(200);
  socket.destroy();
  const { sockets } = await server.gauge();
  await setTimeout(200);
  if (!server.isAlive()) faults.push('the server has ended');
  const health = await server.fetch('/openapi.json');
  note('GET /openapi.json', health.status, [200]);
  const ended = await server.stop();
  if (ended !== 0) faults.push(`it ended with ${ended}`);
  return { said: `${JSON.stringify(statuses)}, ${sockets} sockets`, faults };
}
