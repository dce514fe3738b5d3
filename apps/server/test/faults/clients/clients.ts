/** The clients of the table, as people have them; one that is not there is skipped loudly, and fails in CI. */
import { openChromium } from './chromium-client.js';
import { openCurl } from './curl-client.js';
import { openNodeHttp } from './node-http-client.js';
import { openPython } from './python-client.js';
import type { Client } from './seen.js';
import { openUndici } from './undici-client.js';

const openers: Readonly<Record<string, () => Promise<Client | undefined>>> = {
  'fetch in Node': openUndici,
  'node:http': openNodeHttp,
  curl: openCurl,
  'Python http.client': openPython,
  'fetch in Chromium': openChromium,
};

/** Names of the clients, in the order of the columns. */
export const clientNames = Object.keys(openers);

/** Opens those that are there. */
export async function openClients(): Promise<ReadonlyMap<string, Client>> {
  const opened = await Promise.all(Object.entries(openers).map(async ([name, open]) => [name, await open()] as const));
  const missing = opened.filter(([, client]) => client === undefined).map(([name]) => name);
  if (missing.length > 0) {
    const what = `faults were not shown to ${missing.join(' and ')}, which this machine does not have`;
    if (process.env['CI'] === 'true' || process.env['CI'] === '1') throw new Error(what);
    process.stderr.write(`\n!!! CLIENTS ARE SKIPPED: ${what}\n\n`);
  }
  return new Map(opened.flatMap(([name, client]) => (client === undefined ? [] : [[name, client]])));
}
