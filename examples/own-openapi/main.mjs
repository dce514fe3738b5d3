/** Serves library.yaml in this process, and uses it as an app would: page, write, act, fail, in a sandbox of its own. */
import { createUnderstudy } from '@understudy/server';

const understudy = createUnderstudy({ openapi: 'library.yaml', clock: '2026-01-01T00:00:00Z' });
const { fetch } = understudy.sandbox('demo');

async function ask(method, path, body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const text = await response.text();
  return { status: response.status, ...(text && { body: JSON.parse(text) }) };
}

let count = 0;
for (let cursor = ''; cursor !== null;) {
  const { body } = await ask('GET', `/books?cursor=${cursor}`);
  count += body.books.length;
  cursor = body.next_cursor;
}
console.log('All books:   ', count);

const created = await ask('POST', '/books', { title: 'Solaris', genre: 'novel' });
console.log('Created:     ', created.status, JSON.stringify(created.body));
const { id } = created.body;
await ask('POST', `/books/${id}/lend`);
console.log('Lent:        ', (await ask('GET', `/books/${id}`)).body.status);
console.log('Removed:     ', (await ask('DELETE', `/books/${id}`)).status, (await ask('GET', `/books/${id}`)).status);

const refused = await ask('POST', '/books', { title: '', genre: 'novel' });
console.log('Refused:     ', refused.status, refused.body.message);
const failed = await ask('POST', '/books?simulate_error=rate_limit', { title: 'Fiasco', genre: 'novel' });
console.log('A bad moment:', failed.status, failed.body.message);
await understudy.close();
