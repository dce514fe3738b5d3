/** The input that a page gives for the one after it, in each paging style. */
import { expect, expectTypeOf, test } from 'vitest';
import { type Course, createClient, type Page, type PaginationStyle, type Resume } from '../src/index.js';
import { baseUrl, json, realServer } from './server.js';

const { fetch } = realServer();
const api = createClient({ baseUrl, fetch });
const input = { per_page: 7, q: 'a' };

/** The ids of a list, asked for one page at a time by what the page before says. */
async function idsByNext(paginationStyle: PaginationStyle): Promise<string[]> {
  const ids: string[] = [];
  for (let next: Resume | undefined = { page: 1 }; next !== undefined;) {
    const page: Page<Course> = await api.education.listCourses({ ...input, ...next }, { paginationStyle });
    ids.push(...page.data.map(({ id }) => id));
    next = page.next;
  }
  return ids;
}

test.each(['page', 'cursor', 'link'] as const)('leads through all records in the style %s', async (style) => {
  const all = await api.education.listCourses(input).toArray({ limit: 500 });
  expect(all.length).toBeGreaterThan(14);
  await expect(idsByNext(style)).resolves.toEqual(all.map(({ id }) => id));
});

test('is plain data, so that a cache can keep it', async () => {
  const { next } = await api.education.listCourses(input);
  expectTypeOf(next).toEqualTypeOf<Resume | undefined>();
  expect(next).toEqual({ page: 2 });
  const { next: after } = await api.education.listCourses(input, { paginationStyle: 'cursor' }).withResponse();
  expect(after).toEqual({ cursor: expect.any(String) });
  expect((await api.education.listCourses(input, { paginationStyle: 'link' })).next).toEqual({ page: 2 });
  expect((await api.education.listCourses({ q: 'sql' })).next).toBeUndefined();
});

test('is read from a relative link too', async () => {
  const pagination = { page: 1, perPage: 10, total: 20, totalPages: 2 };
  const body = { data: [], pagination, meta: { delayMs: 0 } };
  const relative = async () => json(body, { headers: { link: '<?page=2>; rel="next"' } })();
  const page = await createClient({ baseUrl, fetch: relative }).education.listCourses({}, { paginationStyle: 'link' });
  expect(page.next).toEqual({ page: 2 });
});

test('each page of a walk says it', async () => {
  const nexts: (Resume | undefined)[] = [];
  for await (const { next } of api.education.listCourses({ per_page: 50 }).pages()) nexts.push(next);
  expect(nexts).toEqual([{ page: 2 }, { page: 3 }, { page: 4 }, undefined]);
});
