/** Where answers break off, byte for byte, and how the connection ends then. */
import { expect, it } from 'vitest';
import type { Finished } from '../../src/http/finish.js';
import type { Transmission } from '../../src/http/answer.js';
import { type Answers, serveAnswers, streamed, text } from './faulted.js';
import { head, RawClient } from './raw-client.js';

const TWENTY = 'abcdefghijklmnopqrst';

/** What a client of one request gets until the connection ends. */
async function heard(answers: Answers, request = head('GET')): Promise<RawClient> {
  const { port, close } = await serveAnswers(answers);
  const client = (await RawClient.to(port)).send(request);
  await client.closed;
  await close({ graceMs: 0 });
  return client;
}

const ends: readonly (readonly [Transmission, string | undefined, string])[] = [
  [{ end: { by: 'reset', at: 'start' } }, undefined, 'ECONNRESET'],
  [{ end: { by: 'close', at: 'start' } }, undefined, 'end'],
  [{ end: { by: 'reset', at: 'head' } }, '', 'ECONNRESET'],
  [{ end: { by: 'close', at: 'head' } }, '', 'end'],
  [{ end: { by: 'reset', at: 'body' } }, 'abcdefghij', 'ECONNRESET'],
  [{ end: { by: 'close', at: 'body' } }, 'abcdefghij', 'end'],
  [{ truncateTo: 7 }, 'abcdefg', 'end'],
  [{ truncateTo: 0 }, '', 'end'],
  [{ stall: { afterBytes: 0, ms: 1 } }, '', 'end'],
  [{ stall: { afterBytes: 3, ms: 1 } }, 'abc', 'end'],
  [{ hangMs: 1 }, undefined, 'end'],
  // It beats all others.
  [{ hangMs: 1, end: { by: 'reset', at: 'start' } }, undefined, 'end'],
  // The first of several cuts holds.
  [{ drip: { bytes: 4, everyMs: 1 }, stall: { afterBytes: 6, ms: 1 }, truncateTo: 10 }, 'abcdef', 'end'],
  [{ bytesPerSecond: 50, truncateTo: 12 }, 'abcdefghijkl', 'end'],
  [{ stall: { afterBytes: 10, ms: 1 }, end: { by: 'reset', at: 'body' } }, 'abcdefghij', 'ECONNRESET'],
];

it.each(ends)('%j', async (wire, body, ended) => {
  const client = await heard(() => text(TWENTY, wire));
  expect([client.body, client.ended]).toEqual([body, ended]);
  if (body === undefined) expect(client.text).toBe('');
  else expect(client.text).toMatch(/content-length: 20\r\n/);
});

const short: readonly (readonly [string, 'head' | 'body', Finished, string])[] = [
  ['GET', 'body', text('x'), ''],
  ['GET', 'body', text(''), ''],
  ['HEAD', 'body', { ...text(TWENTY), body: null }, ''],
  ['HEAD', 'head', { ...text(TWENTY), body: null }, ''],
  ['GET', 'body', { status: 204, headers: {}, body: null }, ''],
  ['GET', 'body', { status: 304, headers: {}, body: null }, ''],
  ['GET', 'head', { status: 302, headers: { location: '/' }, body: null }, ''],
];

it.each(short)('ends after the head where there is no middle: %s, %s, %j', async (method, at, finished, body) => {
  for (const by of ['reset', 'close'] as const) {
    const client = await heard(() => ({ ...finished, wire: { end: { by, at } } }), head(method));
    expect([client.body, client.ended]).toEqual([body, by === 'reset' ? 'ECONNRESET' : 'end']);
  }
});

const ofStreams: readonly (readonly [Transmission, string, string])[] = [
  [{ truncateTo: 7 }, '5\r\nabcde\r\n2\r\nfg\r\n', 'end'],
  // There is no more, but nothing says so.
  [{ truncateTo: 70 }, '5\r\nabcde\r\n5\r\nfghij\r\n', 'end'],
  [{ stall: { afterBytes: 5, ms: 1 } }, '5\r\nabcde\r\n', 'end'],
  [{ end: { by: 'close', at: 'head' } }, '', 'end'],
  [{ end: { by: 'reset', at: 'body' } }, '1\r\na\r\n', 'ECONNRESET'],
  [{ drip: { bytes: 3, everyMs: 1 } }, '3\r\nabc\r\n2\r\nde\r\n3\r\nfgh\r\n2\r\nij\r\n0\r\n\r\n', 'end'],
];

it.each(ofStreams)('a body in chunks, %j, has no last chunk unless it is whole', async (wire, body, ended) => {
  const answers: Answers = () => streamed(['abcde', 'fghij'], wire);
  const client = await heard(answers, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect([client.body, client.ended]).toEqual([body, ended]);
});

const GARBAGE = '\0\u0001\u0002 this is no HTTP \u00ff\u00fe\r\n\r\n';

it('sends garbage in the place of the head, or of the size of a chunk, and then a FIN', async () => {
  const start = await heard(() => text(TWENTY, { end: { by: 'garbage', at: 'start' } }));
  expect([start.text, start.ended]).toEqual([GARBAGE, 'end']);
  const body = await heard(() => text(TWENTY, { end: { by: 'garbage', at: 'body' } }));
  expect([body.body, body.ended]).toEqual([`a\r\nabcdefghij\r\n${GARBAGE}`, 'end']);
  expect(body.text).not.toMatch(/content-length/);
  const stream = await heard(() => streamed(['abcde'], { end: { by: 'garbage', at: 'body' } }));
  expect([stream.body, stream.ended]).toEqual([`1\r\na\r\n${GARBAGE}`, 'end']);
  const empty = await heard(() => text('', { end: { by: 'garbage', at: 'body' } }));
  expect([empty.body, empty.ended]).toEqual([GARBAGE, 'end']);
  const old = await heard(() => text(TWENTY, { end: { by: 'garbage', at: 'body' } }), head('GET', '/', '1.0'));
  expect([old.body, old.ended]).toEqual([`abcdefghij${GARBAGE}`, 'end']);
});

it('keeps a client waiting for what a head promises beyond all there is', async () => {
  const finished = { ...text('abc', { truncateTo: 3 }), headers: { 'content-length': '4' } };
  const client = await heard(() => finished);
  expect([client.body, client.ended]).toEqual(['abc', 'end']);
  expect(client.text).not.toMatch(/connection: close/i);
});

it('shows HTTP/1.0 what can be shown', async () => {
  const ask = head('GET', '/', '1.0');
  const cut = await heard(() => text(TWENTY, { truncateTo: 5 }), ask);
  expect([cut.body, cut.ended]).toEqual(['abcde', 'end']);
  const reset = await heard(() => streamed(['abcde'], { end: { by: 'reset', at: 'body' } }), ask);
  expect([reset.body, reset.ended]).toEqual(['a', 'ECONNRESET']);
  const dripped = await heard(() => streamed(['abcde'], { drip: { bytes: 2, everyMs: 1 } }), ask);
  expect([dripped.body, dripped.ended]).toEqual(['abcde', 'end']);
});

it.each([
  ['close', 'start'],
  ['close', 'head'],
  ['reset', 'start'],
  ['reset', 'body'],
] as const)('%s at %s, whatever of the body of the request was not read', async (by, at) => {
  const upload = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`;
  const client = await heard(() => text(TWENTY, { end: { by, at } }), upload);
  const body = { start: undefined, head: '', body: 'abcdefghij' }[at];
  expect(client.body).toBe(body);
  // Who writes on after an RST may be told of it by its next write.
  expect(client.ended).toMatch(by === 'close' ? /^end$/ : /^(ECONNRESET|EPIPE)$/);
});

it('ends by FIN a request whose body never comes to its end', async () => {
  const begun = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000\r\n\r\nxxx';
  const client = await heard(() => text(TWENTY, { end: { by: 'close', at: 'head' } }), begun);
  expect([client.body, client.ended]).toEqual(['', 'end']);
});

it('loses no byte of a large body that a client reads at leisure', async () => {
  const large = TWENTY.repeat(100_000);
  const client = await heard(() => text(large, { end: { by: 'close', at: 'body' } }));
  expect([client.body?.length, client.ended]).toEqual([1_000_000, 'end']);
});
