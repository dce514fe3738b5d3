/** Receives webhooks: 204 for a delivery that is genuine, 400 for one that is not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { verify } from './verify.mjs';

/** Starts a receiver on a free port of this machine; `secret` is set once a server has answered it. */
export async function startReceiver() {
  const receiver = { url: '', secret: '', close: () => {} };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const event = verify(Buffer.concat(chunks), request.headers, receiver.secret);
      console.log(`verified twice: ${event.id} ${event.type}`);
      response.writeHead(204).end();
    } catch (error) {
      console.log(`refused: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
      response.writeHead(400).end();
    }
    server.emit('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  receiver.url = `http://127.0.0.1:${address.port}/webhooks`;
  receiver.close = () => void server.close();
  return { receiver, answered: () => once(server, 'answered') };
}
