/** Bugs that clients have had, rebuilt small, each with its good twin: `node bugs.mjs NAME bad|good`. It ends with 1 where the client fails. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const base = process.env['UNDERSTUDY_URL'] ?? 'http://127.0.0.1:4010';
const courses = `${base}/api/education/courses`;

/** @typedef {Record<string, any>} Members */

/** @type {(url: string) => Promise<Members>} */
const read = async (url) => /** @type {Members} */ (await (await fetch(url)).json());

/** Pages by cursor. @type {(size: number, cursor: string | null, filter?: string) => Promise<Members>} */
const pageAt = (size, cursor, filter = '') =>
  read(`${courses}?per_page=${size}&pagination_style=cursor${filter}${cursor === null ? '' : `&cursor=${cursor}`}`);

/** A list of two pages, and how many records it has. */
const FEW = { filter: '&category=Health', size: 9, count: 15 };

/** @type {(goesOn: (page: Members, ids: Set<string>) => boolean) => Promise<number>} */
async function countFew(goesOn) {
  const ids = new Set();
  /** @type {string | null} */
  let cursor = null;
  for (;;) {
    const page = await pageAt(FEW.size, cursor, FEW.filter);
    for (const { id } of page['data']) ids.add(id);
    cursor = page['pagination'].nextCursor;
    if (cursor === null || !goesOn(page, ids)) return ids.size;
  }
}

/** @type {(key: () => Record<string, string>) => Promise<void>} */
async function enrollAll(key) {
  for (let number = 1; number <= 12; number += 1) {
    const body = JSON.stringify({ student_id: 'stu_0002', course_id: `crs_${String(number).padStart(4, '0')}` });
    const headers = { 'content-type': 'application/json', ...key() };
    const post = () => fetch(`${base}/api/education/enrollments`, { method: 'POST', headers, body });
    await post().catch(post).catch(post).catch(post);
  }
}

/** @type {(wait: (answer: Response) => Promise<unknown>) => Promise<void>} */
async function readPatiently(wait) {
  for (let number = 1; number <= 14; number += 1) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const answer = await fetch(`${courses}/crs_${String(number).padStart(4, '0')}`);
      await answer.text();
      if (answer.ok) break;
      await wait(answer);
    }
  }
}

/** Lines as they come. @type {(swallows: boolean) => Promise<number>} */
async function lines(swallows) {
  let text = '';
  const answer = await fetch(`${courses}?per_page=50`);
  try {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (!swallows) throw error;
  }
  return text.split('"id":').length - 1;
}

/** @type {(once: () => Promise<number>) => Promise<void>} */
async function streamAll(once) {
  for (let time = 1; time <= 60; time += 1) {
    /** @type {number | undefined} */
    let count;
    for (let attempt = 1; attempt <= 5 && count === undefined; attempt += 1) {
      count = await once().catch(() => undefined);
    }
    // A 503 has no records, and is told by its status to whoever looks.
    if (count !== undefined && count > 0) assert.equal(count, 50, 'a stream was cut, and taken for whole');
  }
}

const known = new Set(['draft', 'published', 'archived']);

/** @type {Record<string, { bad: () => Promise<unknown>, good: () => Promise<unknown> }>} */
const bugs = {
  'a cursor that repeats': {
    bad: async () => {
      /** @type {string | null} */
      let cursor = null;
      do cursor = (await pageAt(20, cursor))['pagination'].nextCursor;
      while (cursor !== null);
    },
    good: async () => {
      const seen = new Set();
      /** @type {string | null} */
      let cursor = null;
      do {
        seen.add(cursor);
        cursor = (await pageAt(20, cursor))['pagination'].nextCursor;
      } while (cursor !== null && !seen.has(cursor));
    },
  },
  'an empty string as cursor': {
    bad: async () => {
      let cursor = '';
      do cursor = (await read(`${base}/jobs?limit=5&cursor=${cursor}`))['next_cursor'];
      while (cursor !== null && cursor !== undefined);
    },
    good: async () => {
      let cursor = '';
      do cursor = (await read(`${base}/jobs?limit=5&cursor=${cursor}`))['next_cursor'];
      while (cursor !== '');
    },
  },
  'an empty page with a next one': {
    bad: async () => assert.equal(await countFew(({ data }) => data.length > 0), FEW.count),
    good: async () => assert.equal(await countFew(() => true), FEW.count),
  },
  'a new enum value': {
    bad: async () => {
      for (const { status } of (await pageAt(50, null))['data'])
        if (!known.has(status)) throw new Error(`no such status: ${status}`);
    },
    good: async () => {
      for (const { status } of (await pageAt(50, null))['data']) console.log(known.has(status) ? status : 'unknown');
    },
  },
  'an integer past 2^53': {
    bad: async () => {
      const text = await (await fetch(`${courses}?per_page=50`)).text();
      for (const [, digits = ''] of text.matchAll(/_count":(\d+)/g)) assert.equal(String(JSON.parse(digits)), digits);
    },
    good: async () => {
      const text = await (await fetch(`${courses}?per_page=50`)).text();
      for (const [, digits = ''] of text.matchAll(/_count":(\d+)/g)) assert.equal(String(BigInt(digits)), digits);
    },
  },
  'a stream that is cut, and taken for whole': {
    bad: () => streamAll(() => lines(true)),
    good: () => streamAll(() => lines(false)),
  },
  'a POST that is sent again without a key': {
    bad: () => enrollAll(() => ({})),
    good: () => enrollAll(() => ({ 'idempotency-key': crypto.randomUUID() })),
  },
  'a Retry-After that nobody heeds': {
    bad: () => readPatiently(() => sleep(100)),
    good: () =>
      readPatiently(({ headers }) => sleep(1000 * Number(headers.get('retry-after') ?? 1) + 200 * Math.random())),
  },
  'a total that moves': {
    bad: async () => {
      let total = 0;
      const count = await countFew(({ pagination }) => {
        ({ total } = pagination);
        return true;
      });
      assert.equal(count, total, 'the list is not complete');
    },
    good: async () => assert.equal(await countFew(() => true), FEW.count),
  },
  'a 200 with HTML': {
    bad: async () => console.log((await read(courses))['data'].length),
    good: async () => {
      const answer = await fetch(courses);
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      console.log(isJson ? Object.keys(/** @type {object} */ (await answer.json())).length : 'a proxy has answered');
    },
  },
};

const [name = '', twin = ''] = process.argv.slice(2);
await bugs[name]?.[/** @type {'bad' | 'good'} */ (twin)]();
