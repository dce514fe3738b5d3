/** Requests one after the other on connections that are kept, until they are stopped; what goes wrong is counted. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a load may take to come about, in ms. */
const MOST_MS = 30_000;

/** Connections that are open at once. */
const CONNECTIONS = 8;

/** What tells that nobody listens any more, and that the request reached nobody. */
const NOBODY = new Set(['ECONNREFUSED', 'EHOSTUNREACH']);

/** What an answer says went wrong: a problem of ours has a detail, and what a load balancer says itself has none. */
function failureIn(status, body) {
  try {
    return `${status} of a replica: ${JSON.parse(body).detail}`;
  } catch {
    return `${status} of the load balancer`;
  }
}

/** Sends one request, and gives what went wrong with it when all of its answer is there; undefined where nothing did. */
function send(url, { agent, method, body }) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { agent, method, headers }, (response) => {
      const isFailure = response.statusCode >= 400;
      let text = '';
      response.on('error', reject);
      response.on('end', () => resolve(isFailure ? failureIn(response.statusCode, text) : undefined));
      response.on('data', (chunk) => {
        if (isFailure) text += chunk;
      });
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
  const begun = performance.now();
  const fail = (kind) => seen.failures.push({ kind, at: (performance.now() - begun) / 1000 });
  const over = new AbortController();
  const work = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over.signal.aborted) {
      try {
        const failure = await send(url, { agent, method, body });
        if (failure === undefined) seen.answered += 1;
        else fail(failure);
      } catch (error) {
        if (!NOBODY.has(error.code)) fail(error.code ?? error.message);
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
    /** Waits until so many were answered, and for a second at least: slow machines need longer. */
    answered: async (count) => {
      await sleep(1000);
      for (const end = performance.now() + MOST_MS; seen.answered < count && performance.now() < end;) await sleep(20);
    },
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

/** What went wrong in a load, how often each, and when it did, in seconds since it began. */
export function tally(failures) {
  const kinds = [...new Set(failures.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const times = failures.filter((failure) => failure.kind === kind).map(({ at }) => at);
    return `${kind}, ${times.length} times, ${times.at(0).toFixed(1)} to ${times.at(-1).toFixed(1)} s`;
  });
}
