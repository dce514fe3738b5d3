/** Lists: await one for a page, iterate one for every record. */
import { expect, test } from 'vitest';
import { createClient, isApiError, PaginationError } from '../src/index.js';
import { baseUrl, failureOf, noWaiting, page, realServer, scripted } from './server.js';

const styles = ['page', 'cursor', 'link'] as const;

function client() {
  const server = realServer();
  return { ...server, api: createClient({ baseUrl, fetch: server.fetch, ...noWaiting() }) };
}

test('awaiting a list gives the one page that the input asks for', async () => {
  const { api, sent } = client();
  const second = await api.education.listCourses({ page: 2, per_page: 20 });
  expect(second.data).toHaveLength(20);
  expect(second.pagination).toEqual({ page: 2, perPage: 20, total: 200, totalPages: 10 });
  expect(second.meta).toEqual({ delayMs: 0 });
  expect(Object.keys(second)).toEqual(['data', 'pagination', 'meta', 'next']);
  expect(sent).toHaveLength(1);
});

test('a list that nobody waits for sends nothing, and one that is awaited twice sends one request', async () => {
  const { api, sent } = client();
  const list = api.education.listCourses();
  expect(sent).toHaveLength(0);
  expect(await list).toEqual(await list);
  await list.withResponse();
  expect(sent).toHaveLength(1);
});

test('a list can stand wherever a promise can', async () => {
  const { api } = client();
  const [courses, students] = await Promise.all([api.education.listCourses(), api.education.listStudents()]);
  expect([courses.pagination.total, students.pagination.total]).toEqual([200, 500]);
  const count = await api.education.listCourses().then(({ data }) => data.length);
  expect(count).toBe(10);
  let settled = false;
  await api.education.listCourses().finally(() => (settled = true));
  expect(settled).toBe(true);
  const failed = api.education
    .listCourses({ per_page: 51 })
    .catch((error: unknown) => isApiError(error, 'bad_request'));
  expect(await failed).toBe(true);
});

test('every paging style walks the same records in the same order', async () => {
  const walks = styles.map(async (paginationStyle) => {
    const { api, sent } = client();
    const ids: string[] = [];
    for await (const { id } of api.education.listCourses({ per_page: 30 }, { paginationStyle })) ids.push(id);
    expect(sent).toHaveLength(7);
    return ids;
  });
  const [byPage, byCursor, byLink] = await Promise.all(walks);
  expect(byPage).toHaveLength(200);
  expect(new Set(byPage).size).toBe(200);
  expect(byCursor).toEqual(byPage);
  expect(byLink).toEqual(byPage);
});

test.each(styles)('a walk in style %s keeps the filters and begins where the input says', async (paginationStyle) => {
  const { api, sent } = client();
  const input = { page: 2, per_page: 10, difficulty: 'beginner' } as const;
  const courses = await api.education.listCourses(input, { paginationStyle }).toArray({ limit: 1000 });
  const total = (await api.education.listCourses({ difficulty: 'beginner' })).pagination.total;
  expect(courses).toHaveLength(total - 10);
  expect(courses.every(({ difficulty }) => difficulty === 'beginner')).toBe(true);
  expect(sent.every(({ url }) => url.searchParams.get('difficulty') === 'beginner')).toBe(true);
});

test('a cursor as input is a position to go on from', async () => {
  const { api } = client();
  const first = await api.education.listCourses({ per_page: 50 }, { paginationStyle: 'cursor' });
  const cursor = first.pagination.nextCursor ?? undefined;
  const rest = await api.education.listCourses({ per_page: 50, cursor }).toArray({ limit: 1000 });
  expect(rest).toHaveLength(150);
});

test('pages gives the pages, each with its pagination', async () => {
  const { api } = client();
  const numbers: number[] = [];
  for await (const { pagination } of api.education.listCourses({ per_page: 50 }).pages()) numbers.push(pagination.page);
  expect(numbers).toEqual([1, 2, 3, 4]);
});

test('toArray takes no more than its limit, and asks for no page beyond it', async () => {
  const { api, sent } = client();
  expect(await api.education.listCourses().toArray({ limit: 20 })).toHaveLength(20);
  expect(sent).toHaveLength(2);
  expect(await api.education.listCourses().toArray({ limit: 0 })).toEqual([]);
  expect(sent).toHaveLength(2);
  await expect(api.education.listCourses().toArray({ limit: -1 })).rejects.toThrow(RangeError);
});

test('leaving a loop early sends nothing more', async () => {
  const { api, sent } = client();
  let seen = 0;
  for await (const _ of api.education.listCourses({ per_page: 5 })) {
    seen += 1;
    if (seen === 5) break;
  }
  expect(sent).toHaveLength(1);
});

test('next may be called many times at once', async () => {
  const { api, sent } = client();
  const records = api.education.listCourses({ per_page: 3 })[Symbol.asyncIterator]();
  const results = await Promise.all(Array.from({ length: 9 }, () => records.next()));
  const inOrder = await api.education.listCourses({ per_page: 9 });
  expect(results.map(({ value }) => value)).toEqual(inOrder.data);
  expect(sent).toHaveLength(4);
});

test('withResponse gives the records with the response they came in', async () => {
  const { api } = client();
  const { data, pagination, response, attempts } = await api.education.listCourses({ per_page: 2 }).withResponse();
  expect(data).toHaveLength(2);
  expect(pagination.perPage).toBe(2);
  expect(response.headers.get('etag')).toMatch(/^W\//);
  expect(attempts.map(({ status }) => status)).toEqual([200]);
});

test('an empty page with a next one does not end a walk', async () => {
  const { fetch } = scripted(
    page(['a'], { nextCursor: 'one' }),
    page([], { nextCursor: 'two' }),
    page(['b'], { nextCursor: null }),
  );
  const courses = await createClient({ baseUrl, fetch }).education.listCourses().toArray({ limit: 9 });
  expect(courses.map(({ id }) => id)).toEqual(['a', 'b']);
});

test.each([
  ['cursor', page(['a'], { nextCursor: 'again' })],
  ['link', page(['a'], {}, { link: '</api/education/courses?page=2>; rel="next"' })],
  ['page', page(['a'], { page: 1 })],
] as const)('a list that leads to the same %s again ends in a PaginationError', async (paginationStyle, answer) => {
  const { fetch, sent } = scripted(answer);
  const list = createClient({ baseUrl, fetch }).education.listCourses({}, { paginationStyle });
  const error = await failureOf(list.toArray({ limit: 9 }));
  expect(error).toBeInstanceOf(PaginationError);
  expect(isApiError(error, 'pagination')).toBe(true);
  expect(sent).toHaveLength(2);
});

test('a next link is followed as it is, but only on the same origin', async () => {
  const onward = page(
    ['a'],
    {},
    { link: '<other?token=x>; rel="prev", <?page=7&extra=a,b;c>; title="x"; rel="last next"' },
  );
  const away = page(['b'], {}, { link: '<http://elsewhere.example/api/education/courses?page=8>; rel=next' });
  const { fetch, sent } = scripted(onward, away);
  const api = createClient({ baseUrl, fetch, token: 'secret-token' });
  const ids: string[] = [];
  const walk = async () => {
    for await (const { id } of api.education.listCourses({}, { paginationStyle: 'link' })) ids.push(id);
  };
  const error = await failureOf(walk());
  expect(isApiError(error, 'pagination') && error.message).toContain('http://elsewhere.example');
  expect(ids).toEqual(['a', 'b']);
  expect(sent.map(({ url }) => url.href)).toEqual([
    `${baseUrl}/api/education/courses?pagination_style=link`,
    `${baseUrl}/api/education/courses?page=7&extra=a%2Cb%3Bc&pagination_style=link`,
  ]);
});

test.each([
  ['further question marks', '<?q=what?&page=2>', '?q=what%3F&page=2&pagination_style=link'],
  ['a fragment', '<?page=2#records>', '?page=2&pagination_style=link'],
  [
    'user info',
    `<${baseUrl.replace('//', '//user:pass@')}/api/education/courses?page=2>`,
    '?page=2&pagination_style=link',
  ],
  ['the controls of its own page', '<?page=2&delay=3&simulate_error=timeout>', '?page=2&pagination_style=link'],
])('a next link with %s is followed', async (_, link, query) => {
  const { fetch, sent } = scripted(page(['a'], {}, { link: `${link}; rel="next"` }), page(['b'], {}));
  const list = createClient({ baseUrl, fetch }).education.listCourses({}, { paginationStyle: 'link' });
  expect(await list.toArray({ limit: 9 })).toHaveLength(2);
  expect(sent[1]?.url.href).toBe(`${baseUrl}/api/education/courses${query}`);
});

test.each(styles)('an error in the middle of a walk in style %s says where to go on', async (paginationStyle) => {
  const { api } = client();
  const controls = { paginationStyle, scenario: ['ok', 'ok', 'not_found'] } as const;
  const input = { per_page: 50 };
  const seen: string[] = [];
  const walk = async () => {
    for await (const { id } of api.education.listCourses(input, controls)) seen.push(id);
  };
  const error = await failureOf(walk());
  if (!isApiError(error, 'not_found')) throw error;
  expect(seen).toHaveLength(100);
  const rest = await api.education
    .listCourses({ ...input, ...error.resume }, { paginationStyle })
    .toArray({ limit: 999 });
  const all = await api.education.listCourses(input).toArray({ limit: 999 });
  expect([...seen, ...rest.map(({ id }) => id)]).toEqual(all.map(({ id }) => id));
});

test('a failure after the end of a scenario is retried as ever', async () => {
  const answers = [page(['a'], { page: 1 }), () => new Response('', { status: 500 }), page(['b'], { page: 2 })];
  const { fetch } = scripted(...answers);
  const list = createClient({ baseUrl, fetch, ...noWaiting() }).education.listCourses({}, { scenario: ['ok'] });
  expect(await list.toArray({ limit: 9 })).toHaveLength(2);
});

test('a failure in the middle of a walk is retried there', async () => {
  const { api, sent } = client();
  const scenario = ['ok', 'rate_limit', 'server_error'] as const;
  const courses = await api.education.listCourses({ per_page: 50 }, { scenario }).toArray({ limit: 999 });
  expect(courses).toHaveLength(200);
  expect(sent.map(({ url }) => `${url.searchParams.get('page')} ${url.searchParams.get('simulate_error')}`)).toEqual([
    'null null',
    '2 rate_limit',
    '2 server_error',
    '2 null',
    '3 null',
    '4 null',
  ]);
});
