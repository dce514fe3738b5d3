/** A sorted list that is written to while it is paged through. */
import { expect, it } from 'vitest';
import type { Page } from '../../src/check/checks/lists.js';
import { defaultSandbox } from '../../src/check/host.js';
import { inProcess } from '../support.js';
import { fill } from './check-our-domains.js';

it('goes on after what was shown where records are changed, created and removed between two pages', async () => {
  await using own = await inProcess();
  await fill(defaultSandbox(own));
  const page = async (path: string): Promise<Page> => (await (await own.fetch(path)).json()) as Page;
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await own.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBe(200);
  };
  const users = '/api/auth/users?sort=name&per_page=10&pagination_style=cursor';
  const before = await page('/api/auth/users?sort=name&per_page=50');
  const first = await page(users);
  // The record that the cursor stands at moves to the end, and one not shown yet to the start.
  await send('PATCH', `/api/auth/users/${String(first.data[9]?.['id'])}`, { name: 'zz' });
  await send('PATCH', `/api/auth/users/${String(before.data[12]?.['id'])}`, { name: ' a' });
  const second = await page(`${users}&cursor=${String(first.pagination.nextCursor)}`);
  const expected = [...before.data.slice(10, 12), ...before.data.slice(13, 21)];
  expect(second.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));

  const registrations = '/api/webhooks/registrations?sort=-type&per_page=2&pagination_style=cursor';
  const newest = await page(registrations);
  await send('DELETE', `/api/webhooks/registrations/${String(newest.data[1]?.['id'])}`);
  const older = await page(`${registrations}&cursor=${String(newest.pagination.nextCursor)}`);
  expect(older.data.map(({ type }) => type)).toEqual(['a.y', 'a.y']);
});
