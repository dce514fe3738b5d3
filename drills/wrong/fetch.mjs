/** Loops around fetch, as people write them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { base, courseAt } from '../job.mjs';

const courses = `${base}/api/education/courses`;

/** @param {string} query */
async function page(query) {
  const answer = await fetch(`${courses}?${query}`);
  return /** @type {{ data: unknown[], pagination: Record<string, any> }} */ (await answer.json());
}

/** @type {(path: string, body: unknown) => Promise<any>} */
async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'fetch, tried again at once': async () => {
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const answer = await fetch(courseAt('crs_0001')).catch(() => undefined);
      if (answer?.ok) return;
    }
  },
  'fetch, tried again each second': async () => {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const answer = await fetch(courseAt('crs_0001')).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(1000);
    }
  },
  'fetch that gives up at once': async () => {
    await fetch(`${courses}?fault=service_unavailable`);
  },
  'fetch of pages until one is empty': async () => {
    for (let number = 1; (await page(`per_page=50&page=${number}`)).data.length > 0;) number += 1;
  },
  'fetch of pages by number, though there are cursors': async () => {
    for (let number = 1; number <= 3; number += 1) await page(`per_page=50&pagination_style=cursor&page=${number}`);
  },
  'fetch of every second page': async () => {
    for (let number = 1; number <= 7; number += 2) await page(`per_page=30&page=${number}`);
  },
  'fetch of a page twice': async () => {
    for (const number of [1, 2, 2, 3, 4]) await page(`per_page=50&page=${number}`);
  },
  'fetch with a cursor of another query': async () => {
    const { pagination } = await page('per_page=2&pagination_style=cursor&q=sql');
    await page(`per_page=2&pagination_style=cursor&q=java&cursor=${pagination['nextCursor']}`);
  },
  'fetch of the same, again and again': async () => {
    for (let time = 1; time <= 4; time += 1) await (await fetch(courseAt('crs_0001'))).text();
  },
  'fetch with a token in the query': async () => {
    await fetch(`${courses}?access_token=secret`);
  },
  'fetch with a query in another spelling': async () => {
    await fetch(`${courses}?perPage=5`);
  },
  'fetch with a token that was refused': async () => {
    for (let time = 1; time <= 3; time += 1) {
      await fetch(`${base}/api/auth/profile`, { headers: { authorization: 'Bearer none' } });
    }
  },
  'fetch that refreshes twice with one token': async () => {
    const user = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Moreno' };
    await post('/api/auth/register', user);
    const {
      data: [tokens],
    } = await post('/api/auth/login', { email: user.email, password: user.password });
    for (let time = 1; time <= 2; time += 1) await post('/api/auth/refresh', { refresh_token: tokens.refresh_token });
  },
  'fetch of an authorization without state and PKCE': async () => {
    const query = 'response_type=code&client_id=app&redirect_uri=http://127.0.0.1/callback&scope=openid';
    await fetch(`${base}/api/oauth/authorize?${query}`, { redirect: 'manual' });
  },
};
