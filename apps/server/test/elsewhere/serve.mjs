/**
 * Serves handlers on the runtime that runs this, as the documentation shows it, for whoever asks on the address that it
 * prints: POST / with options starts a server, GET /ID/waits takes the waits that it was asked for, DELETE /ID ends it.
 */
import { createUnderstudy } from '@understudy/server';

const hostname = '127.0.0.1';

/** How each runtime serves a handler; gives its port, and what ends it. */
const runtimes = {
  Bun: (handler) => {
    const server = Bun.serve({ hostname, port: 0, fetch: handler });
    return { port: server.port, stop: () => server.stop(true) };
  },
  Deno: (handler) => {
    const server = Deno.serve({ hostname, port: 0, onListen: () => undefined }, handler);
    return { port: server.addr.port, stop: () => server.shutdown() };
  },
};

const listen = runtimes[Object.keys(runtimes).find((name) => name in globalThis)];
const servers = new Map();

function start(options) {
  const waits = [];
  const understudy = createUnderstudy({ ...options, sleep: async (ms) => void waits.push(ms) });
  const { port, stop } = listen(understudy.handler);
  const id = String(port);
  servers.set(id, { waits, close: () => Promise.all([stop(), understudy.close()]) });
  return { id, origin: `http://${hostname}:${port}` };
}

const { port } = listen(async (request) => {
  const [id, member] = new URL(request.url).pathname.split('/').slice(1);
  if (request.method === 'POST') return Response.json(start(await request.json()));
  const server = servers.get(id);
  if (member === 'waits') return Response.json(server.waits.splice(0));
  servers.delete(id);
  void server.close();
  return Response.json({});
});
console.log(`listening on http://${hostname}:${port}`);
