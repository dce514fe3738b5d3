/** Receives webhooks: 204 for a delivery that is genuine, 400 for one that is not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { byStandardWebhooks, byStripe } from './verify.mjs';

const verifiers = { standardwebhooks: byStandardWebhooks, stripe: byStripe };

/**
 * Prints what each library says of a delivery.
 *
 * @param {import('./verify.mjs').Delivery} delivery
 * @param {string} secret
 * @returns {boolean} whether both believe it
 */
function isGenuine(delivery, secret) {
  const verdicts = Object.entries(verifiers).map(([name, verify]) => {
    try {
      const { id, type } = verify(delivery, secret);
      console.log(`  ${name.padEnd(16)}  verified  ${id} ${type}`);
      return true;
    } catch (error) {
      const [reason] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/, 1);
      console.log(`  ${name.padEnd(16)}  refused   ${reason}`);
      return false;
    }
  });
  return verdicts.every(Boolean);
}

/** Starts a receiver on a free port of this machine; `secret` is set once a server has answered it. */
export async function startReceiver() {
  /** @type {{ url: string, secret: string, last: import('./verify.mjs').Delivery | undefined, close: () => void }} */
  const receiver = { url: '', secret: '', last: undefined, close: () => {} };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    receiver.last = { body: Buffer.concat(chunks), headers: request.headers };
    response.writeHead(isGenuine(receiver.last, receiver.secret) ? 204 : 400).end();
    server.emit('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  receiver.url = `http://127.0.0.1:${address.port}/webhooks`;
  receiver.close = () => void server.close();
  return { receiver, answered: () => once(server, 'answered') };
}
