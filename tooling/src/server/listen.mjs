/** Servers of this process on free ports of the loopback address. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Has a server listen on a free port.
 *
 * @param {import('node:net').Server} server of node:http too, or of node:https
 * @returns {Promise<number>} the port
 */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** @returns {Promise<number>} a port that is free now */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
