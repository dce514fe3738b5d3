/** Asks a server once, and keeps the answer as it came: status, headers in their order, and bytes. */
import { get } from 'node:http';

/** Node writes these by itself for every answer. */
const BY_NODE = new Set(['date', 'connection', 'keep-alive']);

function pairs(rawHeaders) {
  const found = [];
  for (let at = 0; at < rawHeaders.length; at += 2) found.push([rawHeaders[at], rawHeaders[at + 1]]);
  return found.filter(([name]) => !BY_NODE.has(name.toLowerCase()));
}

/** The answer to one GET, sent without Accept-Encoding, as the load generator sends it. */
export function ask(port, path) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      resolve({ status: response.statusCode, headers: Object.fromEntries(pairs(response.rawHeaders)), body });
    });
    request.on('error', reject);
  });
}
