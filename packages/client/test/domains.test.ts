/** A client of a domain that it was given: everything works as it does for the domains of Understudy. */
import { contract } from '@understudy/contract';
import { operations } from '@understudy/tooling/operations';
import { describe, expect, test } from 'vitest';
import { createClient, type DomainDescriptor, isApiError, type Reply } from '../src/index.js';
import { assertPagingStylesAgree } from '../src/testing.js';
import { validator } from '../src/validate.js';
import { notes } from './notes.js';
import { baseUrl, failureOf, json, noWaiting, realServer, scripted } from './server.js';

/** A declaration that the real server serves, under a name of one's own. */
const domains = { school: contract.education };

function client() {
  const server = realServer();
  return { ...server, api: createClient({ baseUrl, fetch: server.fetch, domains, ...noWaiting() }) };
}

describe('a declaration', () => {
  test('sends what the generated methods send, for every operation', async () => {
    for (const { name: full, path, answers } of operations) {
      const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, 'x']);
      const input = { page: 2, title: 'T', ...Object.fromEntries(inPath) };
      const [domain = '', name = ''] = full.split('.');
      const server = scripted(() => new Response('', { status: 400 }));
      const api = createClient({ baseUrl, fetch: server.fetch, domains: { given: contract[domain as 'events'] } });
      const table = api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
      for (const member of [domain, 'given']) {
        const answer: unknown = table[member]?.[name]?.(input);
        const isStream = answers === 'stream' || answers === 'lines';
        await failureOf(
          isStream ? (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : Promise.resolve(answer),
        );
      }
      const [generated, given] = server.sent.map(({ url, ...sent }) => ({ ...sent, url: url.href }));
      expect(given, full).toBeDefined();
      expect(given, full).toEqual(generated);
    }
  });

  test('is read, walked in every paging style, and written', async () => {
    const { api } = client();
    const page = await api.school.listCourses({ per_page: 20, q: 'sql' });
    expect(page.data).toEqual((await api.education.listCourses({ per_page: 20, q: 'sql' })).data);
    await assertPagingStylesAgree((controls) => api.school.listStudents({ per_page: 50 }, controls));
    const made = await api.school.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
    expect(made).toMatchObject({ student_id: 'stu_0001', enrolled_at: '2026-01-01T00:00:00.000Z' });
  });

  test('is retried with one key, and works in a sandbox, in derived clients too', async () => {
    const { api, sent } = client();
    const alice = api.with({ sandbox: 'alice', scenario: ['rate_limit', 'ok'] });
    const input = { student_id: 'stu_0001', course_id: 'crs_0001' };
    const { attempts } = await alice.school.createEnrollment(input).withResponse();
    expect(attempts.map(({ status }) => status)).toEqual([429, 200]);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]?.url.pathname).toBe('/sandboxes/alice/api/education/enrollments');
  });

  test('fails under its own name', async () => {
    const { api } = client();
    const error = await failureOf(api.school.getCourse({ course_id: 'crs_none' }));
    expect(error).toMatchObject({ kind: 'not_found', operation: 'school.getCourse' });
  });

  test('is what its answers are validated against', async () => {
    const { fetch } = scripted(json({ data: { id: 'note_0001' }, meta: { delayMs: 0 } }));
    const api = createClient({ baseUrl, fetch, domains: { notes }, validate: validator('throw') });
    const error = await failureOf(api.notes.getNote({ note_id: 'note_0001' }));
    if (!isApiError(error, 'validation')) throw error;
    expect(error.faults.map(({ pointer }) => pointer)).toEqual(['#/data/title', '#/data/status']);
    const { api: real } = client();
    const checked = real.with({ validate: validator('throw') });
    expect((await checked.school.listCourses()).data).toHaveLength(10);
  });

  test('replaces the domain of Understudy that has its name', async () => {
    const { fetch, sent } = scripted(json({ data: { id: 'note_0001' }, meta: { delayMs: 0 } }));
    const api = createClient({ baseUrl, fetch, domains: { education: notes } });
    await api.education.getNote({ note_id: 'note_0001' });
    expect(sent[0]?.url.pathname).toBe('/api/notes/note_0001');
    expect(api.education).not.toHaveProperty('listCourses');
  });
});

test('a description of a generated file works the same, but has no schemas to validate with', async () => {
  interface School {
    getCourse(input: { course_id: string }): Reply<{ title: string }>;
  }
  const school: DomainDescriptor<School> = {
    routes: {
      getCourse: { method: 'GET', path: '/api/education/courses/{course_id}', answers: 'record', sends: 'query' },
    },
  };
  const api = createClient({ baseUrl, fetch: realServer().fetch, domains: { school } });
  const { title } = await api.school.getCourse({ course_id: 'crs_0001' });
  expect(title).toBe((await api.education.getCourse({ course_id: 'crs_0001' })).title);
  const checked = api.with({ validate: validator('throw') });
  const error = await failureOf(checked.school.getCourse({ course_id: 'crs_0001' }));
  expect(isApiError(error, 'validation') && error.faults[0]?.code).toBe('unknown_operation');
});

test.each(['with', 'sandbox', 'withToken', 'withSession', 'then'])('a domain cannot be named %s', (name) => {
  expect(() => createClient({ baseUrl, domains: { [name]: notes } })).toThrow(`cannot have the name ${name}`);
});

describe('base', () => {
  test.each([
    ['/v1', '/v1/education/courses'],
    ['/v1/', '/v1/education/courses'],
    ['/', '/education/courses'],
    ['', '/education/courses'],
    [undefined, '/api/education/courses'],
  ])('%s is where the operations lie: %s', async (base, path) => {
    const server = realServer({ base: base === '' ? '/' : base });
    const api = createClient({ baseUrl, base, fetch: server.fetch, domains, sandbox: 'alice' });
    expect((await api.education.listCourses()).pagination.total).toBe(200);
    expect(await api.school.listCourses({}, { paginationStyle: 'link' }).toArray({ limit: 15 })).toHaveLength(15);
    expect((await api.sandboxes.getSandbox({ name: 'alice' })).name).toBe('alice');
    expect(server.sent.map(({ url }) => url.pathname)).toEqual([
      ...Array.from({ length: 3 }, () => `/sandboxes/alice${path}`),
      '/sandboxes/alice',
    ]);
  });

  test.each(['v1', '/v1?x', 'http://a.example'])('%s is refused', (base) => {
    expect(() => createClient({ baseUrl, base })).toThrow(`base must be a path such as /v1, but is "${base}"`);
  });
});
