/** In which pieces answers come, and what is waited for between them. */
import { patient } from '@understudy/tooling/patience';
import { expect, it, vi } from 'vitest';
import { Chunks, OpenStream } from '../../src/http/open-stream.js';
import { type Piece, piecesOf } from '../../src/http/transfer.js';
import type { Transmission } from '../../src/http/answer.js';
import { Gates, serveAnswers, text } from './faulted.js';
import { head, RawClient } from './raw-client.js';
import { eventually } from '../eventually.js';

const { signal } = new AbortController();

/** The pieces as text, the waits in ms. */
async function paced(body: string, wire: Transmission, limit = Number.POSITIVE_INFINITY) {
  const found: (string | number)[] = [];
  for await (const piece of piecesOf(Buffer.from(body), limit, { ...wire, timers: { isOver: false }, signal }))
    found.push(shown(piece));
  return found;
}

const shown = (piece: Piece): string | number => (typeof piece === 'number' ? piece : Buffer.from(piece).toString());

it('drips in pieces, with a wait between two', async () => {
  expect(await paced('abcdefg', { drip: { bytes: 3, everyMs: 50 } })).toEqual(['abc', 50, 'def', 50, 'g']);
  expect(await paced('abcdefg', { drip: { bytes: 3, everyMs: 50 } }, 4)).toEqual(['abc', 50, 'd']);
  expect(await paced('', { drip: { bytes: 3, everyMs: 50 } })).toEqual([]);
});

it('keeps a rate, smoothly, from the first byte to the last', async () => {
  expect(await paced('abcdefg', { bytesPerSecond: 30 })).toEqual([100, 'abc', 100, 'def', 1000 / 30, 'g']);
  expect(await paced('ab', { bytesPerSecond: 1 })).toEqual([1000, 'a', 1000, 'b']);
});

it('counts what is waited between drops as part of the time that they take', async () => {
  const drip = { bytes: 4, everyMs: 150 };
  // Four bytes take 200 ms, of which 150 were waited.
  expect(await paced('abcdefgh', { drip, bytesPerSecond: 20 })).toEqual([100, 'ab', 100, 'cd', 150, 'ef', 50, 'gh']);
  // A rate that is faster than the drops changes nothing but the first.
  expect(await paced('abcdefgh', { drip, bytesPerSecond: 4000 })).toEqual([1, 'abcd', 150, 'efgh']);
});

it('takes nothing apart any more once nothing waits', async () => {
  const timers = { isOver: false };
  const pieces = piecesOf(Buffer.from('abcdefgh'), 7, {
    drip: { bytes: 2, everyMs: 50 },
    bytesPerSecond: 10,
    timers,
    signal,
  });
  const found: (string | number)[] = [];
  for await (const piece of pieces) {
    if (typeof piece !== 'number') found.push(shown(piece));
    timers.isOver ||= piece === 50;
  }
  // The second drop hangs already.
  expect(found).toEqual(['a', 'b', 'cd', 'efg']);
});

it('sends each piece before it waits for the next', async () => {
  const gates = new Gates();
  const wire = { drip: { bytes: 8, everyMs: 50 }, stall: { afterBytes: 16, ms: 30_000 } };
  const { port, close } = await serveAnswers(() => text('abcdefghijklmnopqrst', wire), gates.sleep);
  const client = (await RawClient.to(port)).send(head('GET'));
  const hears = (asked: readonly number[], body: string) =>
    eventually(() => expect([gates.asked, client.body]).toEqual([asked, body]));
  await hears([50], 'abcdefgh');
  gates.letGo();
  await hears([50, 30_000], 'abcdefghijklmnop');
  expect(client.ended).toBeUndefined();
  gates.letGo();
  await client.closed;
  expect([client.body, client.ended]).toEqual(['abcdefghijklmnop', 'end']);
  await close({ graceMs: 0 });
});

it('flushes the head before a stall, and nothing else', async () => {
  const gates = new Gates();
  const { port, close } = await serveAnswers(() => text('abc', { stall: { afterBytes: 0, ms: 30_000 } }), gates.sleep);
  const client = (await RawClient.to(port)).send(head('GET'));
  await eventually(() => expect([gates.asked, client.body]).toEqual([[30_000], '']));
  client.leave();
  await eventually(() => expect(gates.open.size).toBe(0));
  await close({ graceMs: 0 });
});

it('waits for a slow client as well', async () => {
  const sent = { pieces: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (stream) => {
      sent.pieces += 1;
      stream.enqueue(new Uint8Array(100_000));
    },
  });
  const wire = { bytesPerSecond: 1_000_000_000 };
  const { port, close } = await serveAnswers(() => ({
    status: 200,
    headers: {},
    body: new OpenStream(new Chunks(body)),
    wire,
  }));
  const client = await RawClient.to(port);
  client.pause();
  client.send(head('GET'));
  let before = -1;
  // Endless, and not read: it comes to a standstill.
  await vi.waitFor(
    () => {
      const isStill = sent.pieces > 0 && sent.pieces === before;
      before = sent.pieces;
      expect(isStill).toBe(true);
    },
    { interval: 50, timeout: patient(10_000) },
  );
  expect(sent.pieces).toBeLessThan(500);
  client.leave();
  await close({ graceMs: 0 });
});
