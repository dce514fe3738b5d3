/** Without a network, answers with faults are to fetch what they are over one. */
import { afterEach, expect, it } from 'vitest';
import type { Finished } from '../../src/http/finish.js';
import { Chunks, OpenStream } from '../../src/http/open-stream.js';
import { Timers } from '../../src/http/timers.js';
import { respond } from '../../src/http/pipeline.js';
import type { Transmission } from '../../src/http/answer.js';
import type { Listening } from '../../src/transport/node.js';
import { atOnce, Gates, serveAnswers, streamed, text } from './faulted.js';
import { eventually } from '../eventually.js';

const URL = 'http://localhost/';
const TWENTY = 'abcdefghijklmnopqrst';

let listening: Listening | undefined;
afterEach(() => listening?.close({ graceMs: 0 }));

function inProcess(finished: Finished, init?: RequestInit, sleep: Gates['sleep'] = atOnce): Promise<Response> {
  return respond(finished, new Request(URL, init), new Timers(sleep));
}

/** What a client learns of an answer. */
async function outcome(fetched: Promise<Response>) {
  let bytes = '';
  let status: number | undefined;
  let length: string | null = null;
  try {
    const response = await fetched;
    status = response.status;
    length = response.headers.get('content-length');
    for await (const chunk of response.body ?? []) bytes += new TextDecoder().decode(chunk);
    return { status, length, bytes };
  } catch (error) {
    const { name, message, cause } = error as TypeError & { cause: Error & { code: string } };
    return { status, length, bytes, error: [name, message, cause.name, cause.code, cause.message] };
  }
}

const answers: readonly (readonly [string, (wire: Transmission) => Finished])[] = [
  ['GET', (wire) => text(TWENTY, wire)],
  ['GET', (wire) => text('x', wire)],
  ['GET', (wire) => streamed(['abcde', 'fghij'], wire)],
  // One byte more is promised than there is.
  ['GET', (wire) => ({ ...text('abcdefg', wire), headers: { 'content-length': '8' } })],
  ['HEAD', (wire) => ({ ...text(TWENTY, wire), body: null })],
  ['GET', (wire) => ({ status: 204, headers: {}, body: null, wire })],
];

const wires: readonly Transmission[] = [
  { end: { by: 'reset', at: 'start' } },
  { end: { by: 'close', at: 'start' } },
  { end: { by: 'garbage', at: 'start' } },
  { end: { by: 'reset', at: 'head' } },
  { end: { by: 'close', at: 'head' } },
  { end: { by: 'reset', at: 'body' } },
  { end: { by: 'close', at: 'body' } },
  { end: { by: 'garbage', at: 'body' } },
  { truncateTo: 7 },
  { truncateTo: 70 },
  { stall: { afterBytes: 0, ms: 1 } },
  { stall: { afterBytes: 3, ms: 1 } },
  { hangMs: 1 },
  { drip: { bytes: 3, everyMs: 1 }, stall: { afterBytes: 7, ms: 1 } },
  { bytesPerSecond: 1000, truncateTo: 6 },
];

const table = wires.flatMap((wire) => answers.map(([method, answer]) => [wire, method, answer] as const));

it.each(table)('%j to %s', async (wire, method, answer) => {
  listening = await serveAnswers(() => answer(wire));
  const real = await outcome(fetch(`http://127.0.0.1:${listening.port}/`, { method, keepalive: false }));
  expect(await outcome(inProcess(answer(wire), { method }))).toEqual(real);
});

it('hangs until its time is over, or its client leaves', async () => {
  const gates = new Gates();
  const finished = text(TWENTY, { hangMs: 60_000 });
  const ended = inProcess(finished, {}, gates.sleep);
  await eventually(() => expect(gates.asked).toEqual([60_000]));
  gates.letGo();
  await expect(ended).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } });
  const client = new AbortController();
  const left = inProcess(finished, { signal: client.signal }, gates.sleep);
  client.abort(new Error('changed my mind'));
  await expect(left).rejects.toThrow('changed my mind');
  expect(gates.open.size).toBe(0);
});

it('frees everything when whoever reads a body stops', async () => {
  let isCancelled = false;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (stream) => stream.enqueue(new TextEncoder().encode(TWENTY)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const gates = new Gates();
  const wire = { drip: { bytes: 5, everyMs: 50 } };
  const response = await inProcess(
    { status: 200, headers: {}, body: new OpenStream(new Chunks(source)), wire },
    {},
    gates.sleep,
  );
  const reader = response.body?.getReader();
  await reader?.read();
  // Nothing is waited for that nobody reads.
  expect(gates.asked).toEqual([]);
  const read = reader?.read();
  await Promise.resolve();
  await reader?.cancel();
  expect(await read).toMatchObject({ done: true });
  expect([gates.open.size, isCancelled]).toEqual([0, true]);
});

it('fails a body whose client leaves with the reason of its signal', async () => {
  const client = new AbortController();
  const gates = new Gates();
  const finished = text(TWENTY, { stall: { afterBytes: 5, ms: 30_000 } });
  const response = await inProcess(finished, { signal: client.signal }, gates.sleep);
  const body = response.text();
  client.abort(new Error('changed my mind'));
  await expect(body).rejects.toThrow('changed my mind');
  expect(gates.open.size).toBe(0);
});

it.each([{ hangMs: 1 }, { end: { by: 'reset', at: 'start' } }, { truncateTo: 0 }, { truncateTo: 7 }] as const)(
  'ends the stream of a body that is not to come: %j',
  async (wire) => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (stream) => stream.enqueue(new TextEncoder().encode(TWENTY)),
      cancel: () => {
        isCancelled = true;
      },
    });
    await outcome(inProcess({ status: 200, headers: {}, body: new OpenStream(new Chunks(body)), wire }));
    expect(isCancelled).toBe(true);
  },
);
