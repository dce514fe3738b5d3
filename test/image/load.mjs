/** Requests one after the other on connections that are kept, until they are stopped; what goes wrong is counted. */
import { Agent, request } from 'node:http';

/** Connections that are open at once. */
const CONNECTIONS = 8;

/** What tells that nobody listens any more, and that the request reached nobody. */
const NOBODY = new Set(['ECONNREFUSED', 'EHOSTUNREACH']);

/** Sends one request, and gives the status of its answer when all of it is there. */
function send(url, { agent, method, body }) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { agent, method, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode));
      response.resume();
    });
    sent.on('error', reject).setTimeout(20_000, () => sent.destroy(new Error('no answer within 20 s')));
    sent.end(body);
  });
}

/**
 * Starts a load.
 *
 * @param {string} url
 * @param {object} [options]
 * @param {string} [options.method]
 * @param {string} [options.body] JSON
 * @returns how many were answered, what went wrong, and what ends it
 */
export function startLoad(url, { method = 'GET', body } = {}) {
  const seen = { answered: 0, refused: 0, failures: [] };
  const over = new AbortController();
  const work = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over.signal.aborted) {
      try {
        const status = await send(url, { agent, method, body });
        if (status < 400) seen.answered += 1;
        else seen.failures.push(String(status));
      } catch (error) {
        if (!NOBODY.has(error.code)) seen.failures.push(error.code ?? error.message);
        else {
          seen.refused += 1;
          break;
        }
      }
    }
    agent.destroy();
  };
  const ended = Promise.all(Array.from({ length: CONNECTIONS }, work));
  return {
    seen,
    /** Ends it, and gives what was seen. */
    stop: async () => {
      over.abort();
      await ended;
      return seen;
    },
    /** Gives what was seen when nobody listens any more. */
    refused: async () => {
      await ended;
      return seen;
    },
  };
}
