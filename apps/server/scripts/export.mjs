/**
 * `npm run suite -- export`: exports a million contacts as NDJSON and as CSV, and counts the rows. Fails where they are not as
 * many as X-Total-Count says, or where the server's resident memory grows with them: an export is streamed, never held.
 */
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { followParent } from '@understudy/tooling/follow-parent';
import Papa from 'papaparse';
import { startServer } from './attack/server.mjs';

followParent();
const { values } = parseArgs({
  options: { contacts: { type: 'string', default: '1000000' }, store: { type: 'string', default: 'memory' } },
});
const CONTACTS = Number(values.contacts);

/** Resident memory that an export may take beside what the server had after a small one, in bytes. */
const MAX_GROWTH = 64 * 1024 * 1024;

/** How often it is looked at, in ms. */
const EVERY_MS = 50;

const faults = [];
const mb = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

// Every second contact belongs to the first organization.
const flags = ['--size', `contacts=${2 * CONTACTS}`, '--store', values.store, '--log', 'off'];
const server = await startServer(flags);

/** Resident memory of the server now, in bytes. */
const residentNow = () => {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'));
  return Number(kb) * 1024;
};

async function ask(format, more = '') {
  const path = `/api/saas/organizations/org_0001/contacts/export?format=${format}${more}`;
  const answer = await fetch(server.origin + path, { headers: { authorization: 'Bearer usk_seed_0001' } });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Readers of rows by Node and by Papa Parse, which count them. */
const readers = {
  ndjson: async (body) => {
    let rows = 0;
    for await (const line of createInterface({ input: body, crlfDelay: Infinity })) {
      if (JSON.parse(line).organization_id === 'org_0001') rows += 1;
    }
    return rows;
  },
  csv: (body) => {
    let rows = 0;
    return new Promise((resolve, reject) => {
      Papa.parse(body.setEncoding('utf8'), {
        header: true,
        step: ({ data, errors }) => {
          if (errors.length > 0) reject(new Error(errors[0].message));
          if (/^cnt_\d+$/.test(data.id) && data.email.includes('@')) rows += 1;
        },
        complete: () => resolve(rows),
        error: reject,
      });
    });
  },
};

for (const format of ['ndjson', 'csv']) await (await ask(format, '&ids=cnt_0001,cnt_0003')).text();
const { rss: before } = await server.gauge();
console.log(`after a small export: ${mb(before)}`);
for (const [format, count] of Object.entries(readers)) {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentNow())), EVERY_MS);
  const since = performance.now();
  const answer = await ask(format);
  const rows = await count(Readable.fromWeb(answer.body));
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  clearInterval(timer);
  const total = Number(answer.headers.get('x-total-count'));
  const { rss, heap } = await server.gauge();
  const grown = Math.max(most, rss) - before;
  console.log(`${format}: ${rows} rows of ${total} in ${seconds} s`);
  console.log(`${format}: at most ${mb(most)}, ${mb(grown)} more than before; ${mb(rss)} afterwards, heap ${mb(heap)}`);
  if (rows !== total || rows !== CONTACTS) faults.push(`${format} had ${rows} rows, not ${CONTACTS}`);
  if (grown > MAX_GROWTH) faults.push(`${format} took ${mb(grown)} of resident memory, more than ${mb(MAX_GROWTH)}`);
}
await server.stop();
for (const fault of faults) console.error(fault);
console.log(`${CONTACTS} contacts, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
