/** Asks a server once, and keeps the answer as it came: status, headers in their order, and bytes. */
import { request } from 'node:http';

/** Node writes these by itself for every answer. */
const BY_NODE = new Set(['date', 'connection', 'keep-alive']);

function pairs(rawHeaders) {
  const found = [];
  for (let at = 0; at < rawHeaders.length; at += 2) found.push([rawHeaders[at], rawHeaders[at + 1]]);
  return found.filter(([name]) => !BY_NODE.has(name.toLowerCase()));
}

/** The answer to one GET, or to one POST of JSON, sent without Accept-Encoding, as the load generator sends it. */
export function ask(port, path, json) {
  return new Promise((resolve, reject) => {
    const sent = json === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } };
    const asking = request({ host: '127.0.0.1', port, path, agent: false, ...sent }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      resolve({ status: response.statusCode, headers: Object.fromEntries(pairs(response.rawHeaders)), body });
    });
    asking.on('error', reject);
    asking.end(json);
  });
}
