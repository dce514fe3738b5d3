/**
 * Asks two builds the same over all operations, over REST and tRPC, and says which answers differ in a byte: `node
 * bench/compare-answers.mjs one/main.js other/main.js [store …]`. Stores are `memory`, `sqlite`, and addresses of empty
 * databases as `postgres://…`, one for each build with `{n}` in it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from './kit/launch.mjs';

/** What each operation is asked with. */
const QUERIES = [
  '',
  'per_page=3&page=2',
  'pagination_style=cursor&per_page=2',
  'pagination_style=link',
  'q=a',
  'fields=id',
]
  .concat(['sort=-id', 'page=0', 'nonce=1', 'cors=restrict', 'simulate_error=rate_limit', 'simulate_error=malformed'])
  .concat(['fault=status;code=503', 'fault=missing_field', 'delay=0.01']);

/** What differs from answer to answer of one server. */
const OWN = new Set(['date', 'server-timing']);

const [one, other, ...stores] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'understudy-answers-'));

/** Where the n-th build keeps its state. */
const storeOf = (store, n) => (store === 'sqlite' ? `sqlite:${join(folder, `${n}.db`)}` : store.replace('{n}', n));

const start = (main, store, n) =>
  launch({
    path: '/healthz',
    arguments: (port) =>
      [resolve(main), 'serve', '--port', String(port), '--log', 'off', '--store', storeOf(store, n)].concat([
        '--clock',
        '2026-01-15T10:00:00Z',
        '--public-url',
        'http://compared.test',
      ]),
  });

/** An answer as text: its status, its headers, its body. */
async function answerOf(port, { method, path, body, headers = {} }) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = { 'x-request-id': 'compared', origin: 'http://page.test', ...type, ...headers };
  try {
    const sent = body === undefined ? {} : { body };
    const init = { method, headers: asked, redirect: 'manual', ...sent };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const said = [...response.headers].filter(([name]) => !OWN.has(name)).map((pair) => pair.join(': '));
    return [response.status, ...said, '', await response.text()].join('\n');
  } catch (error) {
    return `no answer: ${error.cause?.code ?? error.message}`;
  }
}

/** The first id of the list that a path lies below. */
async function withIds(port, path) {
  let filled = path;
  while (filled.includes('{')) {
    const list = filled.slice(0, filled.indexOf('/{'));
    const { data } = await fetch(`http://127.0.0.1:${port}${list}`).then(
      (found) => found.json(),
      () => ({}),
    );
    filled = filled.replace(/\{[^}]+\}/, encodeURIComponent(data?.[0]?.id ?? 'none'));
  }
  return filled;
}

/** All that is asked. Streams are left out: they do not end. */
async function requestsOf(port) {
  const { paths } = await fetch(`http://127.0.0.1:${port}/openapi.json`).then((found) => found.json());
  const all = [];
  for (const [template, item] of Object.entries(paths)) {
    const path = await withIds(port, template);
    for (const [name, { operationId, requestBody, responses = {} }] of Object.entries(item)) {
      if (operationId === undefined || JSON.stringify(responses).includes('text/event-stream')) continue;
      const method = name.toUpperCase();
      const content = requestBody?.content?.['application/json'];
      const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? {};
      const body = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(example);
      for (const query of QUERIES) all.push({ method, path: `${path}${query && `?${query}`}`, body });
      const key = { 'idempotency-key': `key-${operationId}` };
      if (method !== 'GET') all.push({ method, path, body, headers: key }, { method, path, body, headers: key });
      const input = encodeURIComponent(JSON.stringify({ ...example, id: path.split('/').at(-1) }));
      if (method === 'GET') all.push({ method, path: `/trpc/${operationId}?input=${input}` });
      else all.push({ method: 'POST', path: `/trpc/${operationId}`, body: decodeURIComponent(input) });
    }
  }
  return all;
}

let differences = 0;
try {
  for (const store of stores.length === 0 ? ['memory', 'sqlite'] : stores) {
    const [first, second] = [await start(one, store, 1), await start(other, store, 2)];
    const requests = await requestsOf(first.port);
    const statuses = {};
    for (const request of requests) {
      const [a, b] = await Promise.all([answerOf(first.port, request), answerOf(second.port, request)]);
      const kind = `${a.slice(0, 1)}xx`;
      statuses[kind] = (statuses[kind] ?? 0) + 1;
      if (a === b) continue;
      differences += 1;
      const lines = b.split('\n');
      const at = a.split('\n').findIndex((line, index) => line !== lines[index]);
      const said = [a, b].map((text) => (text.split('\n')[at] ?? '').slice(0, 300));
      console.log(`${store} ${request.method} ${request.path}\n  - ${said.join('\n  + ')}`);
    }
    console.log(`${store}: ${requests.length} requests, ${differences} answers that differ so far`, statuses);
    await Promise.all([first.stop(), second.stop()]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = differences === 0 ? 0 : 1;
