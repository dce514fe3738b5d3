/** Servers that treat their clients badly, each in its own way. */
import { createServer } from 'node:http';
import { freePort, listen } from '@understudy/tooling/server';

const manners = {
  reset: (request) => request.socket.resetAndDestroy(),
  cut: (_request, response) => {
    // A page may read it, so that nothing but the cut keeps the page from it.
    response.writeHead(200, { 'content-length': '1000', 'access-control-allow-origin': '*' });
    response.write('{"data":', () => response.destroy());
  },
  silent: () => undefined,
};

/** @returns {Promise<{ addresses: Record<'refused' | keyof manners, string>, close: () => void }>} */
export async function startBadServers() {
  const servers = Object.entries(manners).map(([name, listener]) => [name, createServer(listener)]);
  const addresses = {};
  for (const [name, server] of servers) addresses[name] = `http://127.0.0.1:${await listen(server)}`;
  addresses.refused = `http://127.0.0.1:${await freePort()}`;
  const close = () => {
    for (const [, server] of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { addresses, close };
}
