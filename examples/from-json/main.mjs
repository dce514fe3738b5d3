/** Serves db.json in this process, and uses it as an app would: read, write, fail, in a sandbox of its own. */
import { createUnderstudy } from '@understudy/server';

const understudy = createUnderstudy({ data: 'db.json', clock: '2026-01-01T00:00:00Z' });
const { fetch } = understudy.sandbox('demo');

async function ask(method, path, body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const text = await response.text();
  return { status: response.status, location: response.headers.get('location'), ...(text && JSON.parse(text)) };
}

const titles = ({ data }) => data.map(({ title }) => title).join(', ');

console.log('All books:   ', titles(await ask('GET', '/api/books')));
console.log('Search "so": ', titles(await ask('GET', '/api/books?q=so')));
console.log('By Lem:      ', titles(await ask('GET', '/api/books?authorId=2&sort=-year')));
console.log('Page 2 of 2: ', titles(await ask('GET', '/api/books?per_page=2&page=2')));

const created = await ask('POST', '/api/books', { title: 'Fiasco', authorId: 2, year: 1986 });
console.log('Created:     ', created.status, created.location, created.data[0].id);
await ask('PATCH', '/api/books/5', { price: 13 });
console.log('Read again:  ', JSON.stringify((await ask('GET', '/api/books/5')).data));
console.log('Removed:     ', (await ask('DELETE', '/api/books/5')).status, (await ask('GET', '/api/books/5')).status);
console.log('The shop:    ', JSON.stringify((await ask('GET', '/api/shop')).data));

const failed = await ask('GET', '/api/books?simulate_error=rate_limit');
console.log('A bad moment:', failed.status, failed.detail);
await understudy.close();
