/** A balancer gives each request to the next replica, and hands on what happens to a connection. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { after, test } from 'node:test';
import { listen } from '../server/listen.mjs';
import { startBalancer } from './start-balancer.mjs';

/** @type {(() => unknown)[]} */
const closing = [];
after(() => Promise.all(closing.map((close) => close())));

/**
 * Replicas that answer by a handler, and a balancer before them.
 *
 * @param {number} count
 * @param {(replica: number) => import('node:http').RequestListener} handlerOf
 */
async function cluster(count, handlerOf) {
  const origins = [];
  for (let i = 0; i < count; i += 1) {
    const server = createServer(handlerOf(i));
    origins.push(`http://127.0.0.1:${await listen(server)}`);
    closing.push(() => (server.closeAllConnections(), server.close()));
  }
  const balancer = await startBalancer(origins);
  closing.push(balancer.close);
  return balancer;
}

test('the requests of one connection go to the replicas in turn, with bodies and headers as they are', async () => {
  const { origin } = await cluster(3, (replica) => async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    outgoing.setHeader('X-Replica', replica);
    outgoing.end(`${incoming.method} ${incoming.url} ${incoming.headers['x-own']} ${Buffer.concat(chunks)}`);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(() => agent.destroy());
  const seen = [];
  for (let i = 0; i < 6; i += 1) {
    const sent = request(`${origin}/a?b=${i}`, { agent, method: 'PUT', headers: { 'X-Own': 'c' } });
    sent.end('d'.repeat(100_000));
    const [response] = await once(sent, 'response');
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    assert.equal(String(Buffer.concat(chunks)), `PUT /a?b=${i} c ${'d'.repeat(100_000)}`);
    seen.push(response.headers['x-replica']);
  }
  assert.deepEqual(seen.slice(0, 3).toSorted(), ['0', '1', '2']);
  assert.deepEqual(seen.slice(3), seen.slice(0, 3));
});

test('an answer that is cut is cut for the client, and a stream comes as it is written', async () => {
  const { origin } = await cluster(1, () => (incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 10 });
    outgoing.write('half');
    if (incoming.url === '/cut') setImmediate(() => outgoing.destroy());
  });
  const streamed = await fetch(`${origin}/stream`);
  const first = await streamed.body?.getReader().read();
  assert.equal(new TextDecoder().decode(first?.value), 'half');
  const cut = await fetch(`${origin}/cut`).then((response) => response.text().catch(() => 'cut'));
  assert.equal(cut, 'cut');
});

test('a replica learns that a client has left', async () => {
  const replica = new EventEmitter();
  const { origin } = await cluster(1, () => (_, outgoing) => {
    outgoing.once('close', () => replica.emit('left'));
    outgoing.writeHead(200).flushHeaders();
  });
  const leave = new AbortController();
  await fetch(origin, { signal: leave.signal });
  const left = once(replica, 'left');
  leave.abort();
  await left;
});
