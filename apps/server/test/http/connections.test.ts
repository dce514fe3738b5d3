/** Who closes a connection, and when. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import type { Finished } from '../../src/edge/finish.js';
import { serve } from '../../src/hosts/node.js';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** A server that gives everyone one answer, and the answer as a client who keeps its connections gets it. */
async function asked(answered: Finished) {
  const { port, close } = await serve({ kept: () => answered, answer: async () => answered }, LOOPBACK);
  const agent = new Agent({ keepAlive: true });
  const sent = request({ ...LOOPBACK, port, agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { answer, close, hangUp: () => agent.destroy() };
}

it('leaves it to clients and load balancers to close an idle connection', async () => {
  const { answer, close, hangUp } = await asked({ status: 200, headers: {}, body: 'whole' });
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? [];
  // Chromium keeps its connections for 300 s, Caddy for 120 s.
  expect(Number(seconds)).toBeGreaterThan(300);
  hangUp();
  await close(100);
});

it('does not wait, when it stops, for a connection whose answer had begun', async () => {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('begun'));
      end = () => stream.close();
    },
  });
  const { answer, close, hangUp } = await asked({ status: 200, headers: {}, body });
  // In an hour it would be cut off.
  const closed = close(3_600_000);
  answer.resume();
  end();
  await closed;
  hangUp();
});
