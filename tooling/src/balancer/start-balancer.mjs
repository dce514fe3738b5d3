/** What people put before replicas: an HTTP proxy that gives each request to the next of them in turn. */
import { Agent, createServer, request } from 'node:http';
import { listen } from '../server/listen.mjs';

/**
 * How long a connection to a replica may be idle, in ms: less than the replica keeps it, so that none is closed in the
 * moment it is used again (RFC 9112 §9.3.1).
 */
const IDLE_MS = 1000;

/** Keeps connections to replicas, and closes them itself. */
class KeepingAgent extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: Infinity });
  }

  /**
   * @override
   * @param {import('node:net').Socket} socket
   */
  keepSocketAlive(socket) {
    socket.setTimeout(IDLE_MS);
    socket.on('timeout', socket.destroy);
    socket.setKeepAlive(true, IDLE_MS);
    socket.unref();
    return true;
  }

  /**
   * @override
   * @param {import('node:net').Socket} socket
   * @param {import('node:http').ClientRequest} sent
   */
  reuseSocket(socket, sent) {
    socket.setTimeout(0);
    socket.off('timeout', socket.destroy);
    super.reuseSocket(socket, sent);
  }
}

/** Of one connection only (RFC 9110 §7.6.1). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/**
 * Headers that go on, in their order.
 *
 * @param {readonly string[]} raw names and values in turn
 */
function forwarded(raw) {
  return raw.filter((_, index) => !OF_CONNECTION.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}

/**
 * @typedef {object} Balancer
 * @property {string} origin where it listens
 * @property {(origins: readonly string[]) => void} use gives the requests from now on to these
 * @property {() => Promise<void>} close
 */

/**
 * Starts one on a free port of the loopback address. What happens to the connection on one side happens to it on the
 * other; it asks nobody twice and keeps nothing.
 *
 * @param {readonly string[]} origins of the replicas
 * @returns {Promise<Balancer>}
 */
export async function startBalancer(origins) {
  const agent = new KeepingAgent();
  let replicas = origins.map((origin) => new URL(origin));
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const replica = replicas[(turn += 1) % replicas.length];
    if (replica === undefined) return void outgoing.writeHead(503).end();
    outgoing.sendDate = false;
    const { method, url: path, rawHeaders } = incoming;
    const isChunked = incoming.headers['transfer-encoding'] !== undefined;
    const headers = [...forwarded(rawHeaders), ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
    const sent = request({ agent, hostname: replica.hostname, port: replica.port, method, path, headers });
    sent.on('error', () => outgoing.socket?.resetAndDestroy());
    outgoing.on('close', () => sent.destroy());
    incoming.on('error', () => sent.destroy()).pipe(sent);
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwarded(answer.rawHeaders));
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.socket?.resetAndDestroy()).pipe(outgoing);
    });
    return undefined;
  });
  // As the replicas: a connection lives as long as its client wants.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    use: (others) => void (replicas = others.map((origin) => new URL(origin))),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
