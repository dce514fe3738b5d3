/** Sends one request and reads its answer; a connection that breaks off is an answer too. */
import { Agent, request } from 'node:http';

/** How long an answer may take, in ms: requests of a sandbox are waited for up to 60 s. */
const LATE_MS = 90_000;

/** Connections that are kept and used again. */
export const newAgent = (maxSockets) => new Agent({ keepAlive: true, maxSockets });

/**
 * Longest request target, in characters: the server answers longer ones too, but while the client is still writing,
 * so that the answer may be lost. Raw sockets send them.
 */
const MAX_TARGET = 12_000;

/**
 * @returns {Promise<{ status: number, headers: object, body: Buffer } | { broken: string }>} the answer, or why none came
 */
export function exchange(origin, { method, target, headers, body }, agent) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes === undefined ? {} : { 'content-length': bytes.byteLength };
    const sent = request({
      agent,
      hostname,
      port,
      method,
      path: target.slice(0, MAX_TARGET),
      headers: { ...headers, ...length },
    });
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${LATE_MS} ms`)), LATE_MS);
    const done = (result) => {
      clearTimeout(late);
      resolve(result);
    };
    sent.on('error', (error) => {
      // The server may close a connection that was idle in the very moment it is used again (RFC 9112 §9.3.1).
      const isRace = sent.reusedSocket && error.code === 'ECONNRESET';
      done({ broken: `${error.code ?? ''} ${error.message}`.trim(), isRace });
    });
    sent.on('response', (response) => {
      const chunks = [];
      const isStream = response.headers['content-type']?.startsWith('text/event-stream');
      response.on('data', (chunk) => {
        chunks.push(chunk);
        if (!isStream) return;
        // It may stay open for good.
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
        response.destroy();
      });
      response.on('error', (error) => done({ broken: `in the answer: ${error.message}` }));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.end(bytes);
  });
}
