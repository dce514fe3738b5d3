/** Plain `node:http`, with an agent that keeps connections. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Asked, type Client, garbled, type Seen } from './seen.js';

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.name;
}

function head({ statusCode = 0, headers }: IncomingMessage): Seen {
  return { status: statusCode, type: headers['content-type'] ?? null, retryAfter: headers['retry-after'] ?? null };
}

/** Asks, and reads the answer as most code does: its status, then its text, then JSON. */
function askBy(agent: Agent, { url, method, body, limitMs, title }: Asked): Promise<Seen> {
  return new Promise((resolve) => {
    let seen: Seen = {};
    const fail = (error: unknown) => resolve({ ...seen, error: nameOf(error) });
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(limitMs);
    const asking = request(url, { method, headers, agent, signal }, (answer) => {
      seen = head(answer);
      const chunks: Buffer[] = [];
      answer.on('error', fail).on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (seen.status !== undefined && (seen.status < 200 || seen.status > 299)) return resolve(seen);
        try {
          const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
          return resolve({ ...seen, isGarbled: garbled(value, title) });
        } catch (error) {
          return fail(error);
        }
      });
    });
    asking.on('error', fail).end(body);
  });
}

/** Opens the agent. */
export async function openNodeHttp(): Promise<Client> {
  const agent = new Agent({ keepAlive: true });
  return { ask: (asked) => askBy(agent, asked), close: async () => agent.destroy() };
}
