/** Where answers break off over TLS, by HTTP/1.1 and by HTTP/2, and what ends then. */
import { afterEach, expect, it } from 'vitest';
import type { Transmission } from '../../src/http/answer.js';
import type { Listening } from '../../src/transport/node.js';
import { type Answers, Gates, serveAnswers, streamed, text } from '../hosts/faulted.js';
import { head, RawClient } from '../hosts/raw-client.js';
import { ca, certified } from './certified.js';
import { answered, Http2Client } from './http2-client.js';
import { eventually } from '../eventually.js';

const TWENTY = 'abcdefghijklmnopqrst';

let listening: Listening | undefined;
afterEach(async () => {
  await listening?.close({ graceMs: 0 });
});

async function serving(answers: Answers, sleep?: Gates['sleep']): Promise<number> {
  listening = await serveAnswers(answers, sleep, { certified });
  return listening.port;
}

/** RST_STREAM with INTERNAL_ERROR. */
const INTERNAL = 2;

/** GOAWAY with PROTOCOL_ERROR. */
const PROTOCOL = 1;

/** The fault, what comes of the body, how TCP ends under HTTP/1.1, and whether the end is one of the connection under HTTP/2. */
const ends: readonly (readonly [Transmission, string | undefined, string, boolean])[] = [
  [{ end: { by: 'reset', at: 'start' } }, undefined, 'ECONNRESET', false],
  [{ end: { by: 'reset', at: 'head' } }, '', 'ECONNRESET', false],
  [{ end: { by: 'reset', at: 'body' } }, 'abcdefghij', 'ECONNRESET', false],
  [{ end: { by: 'close', at: 'start' } }, undefined, 'end', false],
  [{ end: { by: 'close', at: 'head' } }, '', 'end', false],
  [{ end: { by: 'close', at: 'body' } }, 'abcdefghij', 'end', false],
  [{ end: { by: 'garbage', at: 'start' } }, undefined, 'end', true],
  [{ end: { by: 'garbage', at: 'body' } }, 'abcdefghij', 'end', true],
  [{ truncateTo: 7 }, 'abcdefg', 'end', false],
  [{ truncateTo: 0 }, '', 'end', false],
  [{ stall: { afterBytes: 3, ms: 1 } }, 'abc', 'end', false],
  [{ hangMs: 1 }, undefined, 'end', false],
  [{ drip: { bytes: 4, everyMs: 1 }, truncateTo: 10 }, 'abcdefghij', 'end', false],
];

it.each(ends)('%j over TLS and HTTP/1.1', async (wire, body, ended) => {
  const port = await serving(() => text(TWENTY, wire));
  const client = (await RawClient.toSecure(port, ca)).send(head('GET'));
  await client.closed;
  expect(client.ended).toBe(ended);
  if (wire.end?.by === 'garbage') expect(client.text).toContain('this is no HTTP');
  else expect(client.body).toBe(body);
});

it.each(ends)('%j over HTTP/2', async (wire, body, _, isOfConnection) => {
  const gates = new Gates();
  const port = await serving(
    (path) => text(TWENTY, path === '/faulty' ? wire : { hangMs: 60_000 }),
    (ms, signal) => (ms === 60_000 ? gates.sleep(ms, signal) : Promise.resolve()),
  );
  const client = await Http2Client.to(port);
  const neighbour = client.open({ ':path': '/neighbour' });
  await eventually(() => expect(gates.open.size).toBe(1));
  const answer = await client.ask('/faulty');
  const [status, came] = body === undefined ? [undefined, ''] : [200, body];
  expect([answer.status, answer.body]).toEqual([status, came]);
  if (isOfConnection) {
    await answered(neighbour);
    expect([client.goaway, client.session.destroyed]).toEqual([PROTOCOL, true]);
    return;
  }
  expect([answer.ended, neighbour.destroyed, client.goaway]).toEqual([INTERNAL, false, undefined]);
  // The connection is as good as before.
  expect(await client.ask({ ':path': '/faulty', ':method': 'HEAD' })).toMatchObject({
    ended: body === undefined ? INTERNAL : 'end',
  });
  client.close();
});

it('sends what only comes slowly whole', async () => {
  const wires: Transmission[] = [{ drip: { bytes: 3, everyMs: 1 } }, { bytesPerSecond: 1000 }];
  const port = await serving((path) => text(TWENTY, wires[Number(path.slice(1))]));
  const client = await Http2Client.to(port);
  for (const path of ['/0', '/1']) {
    expect(await client.ask(path)).toMatchObject({ status: 200, body: TWENTY, ended: 'end' });
  }
  client.close();
});

it('breaks off a body whose length nobody knows, and one that a client reads at leisure', async () => {
  const large = TWENTY.repeat(50_000);
  const end = { by: 'close', at: 'body' } as const;
  const port = await serving((path) =>
    path === '/stream' ? streamed(['abcde', 'fghij'], { truncateTo: 7 }) : text(large, { end }),
  );
  const client = await Http2Client.to(port);
  expect(await client.ask('/stream')).toMatchObject({ body: 'abcdefg', ended: INTERNAL });
  const answer = await client.ask('/large');
  expect([answer.body.length, answer.ended]).toEqual([large.length / 2, INTERNAL]);
  client.close();
});

it('lets go of a fault when the client cancels its request', async () => {
  const gates = new Gates();
  const port = await serving(() => text(TWENTY, { hangMs: 60_000 }), gates.sleep);
  const client = await Http2Client.to(port);
  const stream = client.open({ ':path': '/' });
  await eventually(() => expect(gates.open.size).toBe(1));
  stream.close(8);
  await eventually(() => expect(gates.open.size).toBe(0));
  client.close();
});
