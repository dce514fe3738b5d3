/** Bugs that clients have had, rebuilt small, each with its good twin: `node bugs.mjs NAME bad|good`. It ends with 1 where the client fails. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @typedef {Record<string, any>} Members */
/** @typedef {{ base: string, fetch: typeof globalThis.fetch }} Api where it is, and what asks it */

const coursesOf = (/** @type {Api} */ { base }) => `${base}/api/education/courses`;

/** @type {(api: Api, url: string) => Promise<Members>} */
const read = async ({ fetch }, url) => /** @type {Members} */ (await (await fetch(url)).json());

/** Pages by cursor. @type {(api: Api, size: number, cursor: string | null, path?: string) => Promise<Members>} */
const pageAt = (api, size, cursor, path = '/api/education/courses') => {
  const query = `per_page=${size}&pagination_style=cursor${cursor === null ? '' : `&cursor=${cursor}`}`;
  return read(api, `${api.base}${path}?${query}`);
};

/** A list of two pages, and how many records it has. */
const FEW = { path: '/api/food/restaurants', size: 50, count: 80 };

/** @type {(api: Api, goesOn: (page: Members, ids: Set<string>) => boolean) => Promise<number>} */
async function countFew(api, goesOn) {
  const ids = new Set();
  /** @type {string | null} */
  let cursor = null;
  for (;;) {
    const page = await pageAt(api, FEW.size, cursor, FEW.path);
    for (const { id } of page['data']) ids.add(id);
    cursor = page['pagination'].nextCursor;
    if (cursor === null || !goesOn(page, ids)) return ids.size;
  }
}

/** @type {(api: Api, key: () => Record<string, string>) => Promise<void>} */
async function enrollAll({ base, fetch }, key) {
  for (let number = 1; number <= 30; number += 1) {
    const body = JSON.stringify({ student_id: 'stu_0002', course_id: `crs_${String(number).padStart(4, '0')}` });
    const headers = { 'content-type': 'application/json', ...key() };
    const post = () => fetch(`${base}/api/education/enrollments`, { method: 'POST', headers, body });
    await post().catch(post).catch(post).catch(post);
  }
}

/** @type {(api: Api, wait: (answer: Response) => Promise<unknown>) => Promise<void>} */
async function readPatiently(api, wait) {
  for (let number = 1; number <= 14; number += 1) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const answer = await api.fetch(`${coursesOf(api)}/crs_${String(number).padStart(4, '0')}`);
      await answer.text();
      if (answer.ok) break;
      await wait(answer);
    }
  }
}

/** Waits as an answer asks for. @type {(answer: Response) => Promise<unknown>} */
const waited = ({ headers }) => sleep(1000 * Number(headers.get('retry-after') ?? 1) + 200 * Math.random());

/** How many records come; undefined where the answer is none of records. @type {(api: Api, swallows: boolean) => Promise<number | undefined>} */
async function countAsItComes(api, swallows) {
  let text = '';
  const answer = await api.fetch(`${coursesOf(api)}?per_page=10`);
  try {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (!swallows) throw error;
  }
  if (answer.ok) return text.split('"id":').length - 1;
  await waited(answer);
  return undefined;
}

/** @type {(once: () => Promise<number | undefined>) => Promise<void>} */
async function streamAll(once) {
  for (let time = 1; time <= 150; time += 1) {
    /** @type {number | undefined} */
    let count;
    for (let attempt = 1; attempt <= 5 && count === undefined; attempt += 1) {
      count = await once().catch(() => undefined);
    }
    assert.equal(count ?? 10, 10, 'a stream was cut, and taken for whole');
  }
}

/** @type {(api: Api, parse: (digits: string) => unknown) => Promise<void>} */
async function readCounts({ base, fetch }, parse) {
  for (let page = 1; page <= 4; page += 1) {
    const text = await (await fetch(`${coursesOf({ base, fetch })}?per_page=50&page=${page}`)).text();
    for (const [, digits = ''] of text.matchAll(/_count":(\d+)/g)) assert.equal(String(parse(digits)), digits);
  }
}

const known = new Set(['draft', 'published', 'archived']);

/** @type {Record<string, Record<'bad' | 'good', (api: Api) => Promise<unknown>>>} */
export const bugs = {
  'a cursor that repeats': {
    bad: async (api) => {
      /** @type {string | null} */
      let cursor = null;
      do cursor = (await pageAt(api, 20, cursor))['pagination'].nextCursor;
      while (cursor !== null);
    },
    good: async (api) => {
      const seen = new Set();
      /** @type {string | null} */
      let cursor = null;
      do {
        seen.add(cursor);
        cursor = (await pageAt(api, 20, cursor))['pagination'].nextCursor;
      } while (cursor !== null && !seen.has(cursor));
    },
  },
  'an empty string as cursor': {
    bad: async (api) => {
      let cursor = '';
      do cursor = (await read(api, `${api.base}/jobs?limit=5&cursor=${cursor}`))['next_cursor'];
      while (cursor !== null && cursor !== undefined);
    },
    good: async (api) => {
      let cursor = '';
      do cursor = (await read(api, `${api.base}/jobs?limit=5&cursor=${cursor}`))['next_cursor'];
      while (cursor !== '');
    },
  },
  'an empty page with a next one': {
    bad: async (api) => assert.equal(await countFew(api, ({ data }) => data.length > 0), FEW.count),
    good: async (api) => assert.equal(await countFew(api, () => true), FEW.count),
  },
  'a new enum value': {
    bad: async (api) => {
      for (const { status } of (await pageAt(api, 50, null))['data'])
        if (!known.has(status)) throw new Error(`no such status: ${status}`);
    },
    good: async (api) => {
      const { data } = await pageAt(api, 50, null);
      return data.map((/** @type {Members} */ { status }) => (known.has(status) ? status : 'unknown'));
    },
  },
  'an integer past 2^53': {
    bad: (api) => readCounts(api, JSON.parse),
    good: (api) => readCounts(api, BigInt),
  },
  'a stream that is cut, and taken for whole': {
    bad: (api) => streamAll(() => countAsItComes(api, true)),
    good: (api) => streamAll(() => countAsItComes(api, false)),
  },
  'a POST that is sent again without a key': {
    bad: (api) => enrollAll(api, () => ({})),
    good: (api) => enrollAll(api, () => ({ 'idempotency-key': crypto.randomUUID() })),
  },
  'a Retry-After that nobody heeds': {
    bad: (api) => readPatiently(api, () => sleep(100)),
    good: (api) => readPatiently(api, waited),
  },
  'a total that moves': {
    bad: async (api) => {
      let total = 0;
      const count = await countFew(api, ({ pagination }) => {
        ({ total } = pagination);
        return true;
      });
      assert.equal(count, total, 'the list is not complete');
    },
    good: async (api) => assert.equal(await countFew(api, () => true), FEW.count),
  },
  'a 200 with HTML': {
    bad: async (api) => (await read(api, coursesOf(api)))['data'].length,
    good: async (api) => {
      const answer = await api.fetch(coursesOf(api));
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      return isJson ? answer.json() : 'a proxy has answered';
    },
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', twin] = process.argv.slice(2);
  const api = { base: process.env['UNDERSTUDY_URL'] ?? 'http://127.0.0.1:4010', fetch };
  await bugs[name]?.[twin === 'bad' ? 'bad' : 'good'](api);
}
