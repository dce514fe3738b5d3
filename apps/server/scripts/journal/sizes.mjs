/** Requests as large as they come, in one sandbox and in many: memory stays within the budgets of the journal. */
import { journalOf, sequenceFaults } from './sandbox.mjs';
import { times } from './wire.mjs';

const MB = 1_000_000;

/** Bytes of a body: as many as the journal keeps. */
const BODY = 64_000;

/** Bytes of headers: nearly all that Node takes in one request. */
const HEADERS = 15_000;

/** Heap that may be held more than before: all journals of a process, and as much again for what else there is. */
const MAX_GROWTH = { heap: 2 * 64 * MB, rss: 400 * MB };

/** Most bytes of text that the journal of one sandbox may have, its facts included. */
const MAX_JOURNAL = 3 * MB;

const long = (bytes, index) => `${index} `.padEnd(bytes, 'Lorem ipsum, ');

const kinds = {
  bodies: (index) => ({ method: 'POST', body: JSON.stringify({ title: long(BODY - 20, index) }), headers: {} }),
  'bodies of text that needs escaping': (index) => ({
    method: 'POST',
    body: JSON.stringify({ title: `${index}${'\u0001'.repeat(BODY / 6 - 20)}` }),
    headers: {},
  }),
  'bodies that are no text': (index) => ({
    method: 'POST',
    body: Buffer.alloc(BODY, (index % 256) | 0x80),
    headers: {},
  }),
  headers: (index) => ({ method: 'GET', headers: { 'x-long': long(HEADERS, index) } }),
  'many headers': (index) => ({
    method: 'GET',
    headers: Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`x-header-${i}`, long(150, index)])),
  }),
};

async function flood(server, { kind, count, nameOf }) {
  const statuses = {};
  await times(count, 16, async (index) => {
    const { headers, ...init } = kinds[kind](index);
    const url = `${server.origin}/sandboxes/${nameOf(index)}/api/education/courses?per_page=1`;
    const response = await fetch(url, { ...init, headers: { 'content-type': 'application/json', ...headers } });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  });
  return Object.entries(statuses)
    .map(([status, number]) => `${number} × ${status}`)
    .join(', ');
}

/** @param {{ start: Function, scale: number, store: string }} attack */
export async function sizes({ start, scale, store }) {
  const server = await start(['--store', store]);
  const faults = [];
  const lines = [];
  const count = Math.ceil(1000 * scale);
  await flood(server, { kind: 'bodies', count: 50, nameOf: () => 'warm' });
  const before = await server.gauge();
  const nameOf = (kind) => `sizes-${kind.replaceAll(' ', '-')}`;
  for (const kind of Object.keys(kinds)) {
    const name = nameOf(kind);
    const one = await flood(server, { kind, count, nameOf: () => name });
    const journal = journalOf(server.origin, name);
    const { data, meta } = await journal.all();
    const bytes = Buffer.byteLength(JSON.stringify(data));
    const whole = data.filter(({ body_truncated: isCut, body }) => !isCut && body !== null).length;
    lines.push(`${kind}: ${one}; ${data.length} entries, ${whole} with a whole body, ${bytes} bytes`);
    if (data.length !== count) faults.push(`${kind}: ${data.length} entries of ${count}`);
    faults.push(...sequenceFaults(data).map((fault) => `${kind}: ${fault}`));
    if (meta.incomplete) faults.push(`${kind}: the journal is incomplete`);
    if (bytes > MAX_JOURNAL) faults.push(`${kind}: the journal has ${bytes} bytes`);
    if (kind === 'bodies' && whole < 5) faults.push(`${kind}: only ${whole} whole bodies`);
  }
  // Afterwards: from then on the largest journals give way, so that all of them together stay within their budget.
  for (const kind of Object.keys(kinds)) {
    await flood(server, { kind, count, nameOf: (index) => `${nameOf(kind)}-${index}` });
  }
  const after = await server.gauge();
  for (const [name, allowed] of Object.entries(MAX_GROWTH)) {
    const grown = after[name] - before[name];
    lines.push(`${name}: ${(before[name] / MB).toFixed(0)} MB before, ${(after[name] / MB).toFixed(0)} MB after`);
    if (grown > allowed) faults.push(`${name} grew by ${(grown / MB).toFixed(0)} MB`);
  }
  lines.push(`longest hold of the event loop ${after.loop.max} ms, p99 ${after.loop.p99} ms`);
  await server.stop();
  return { said: lines.join('\n  '), faults };
}
