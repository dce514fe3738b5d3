/** Sandboxes: a client works in one, and controls them from outside. */
import { expect, test } from 'vitest';
import { createClient } from '../src/index.js';
import { baseUrl, realServer } from './server.js';

test('a client in a sandbox sees its own data, and controls the sandbox from outside it', async () => {
  const { fetch, sent } = realServer();
  const api = createClient({ baseUrl, fetch, sandbox: 'alice', delay: 0.1 });
  const made = await api.sandboxes.putSandbox({ name: 'alice', sizes: { courses: 12 } });
  expect(made).toMatchObject({ name: 'alice', base_url: `${baseUrl}/sandboxes/alice`, revision: 0 });
  expect((await api.education.listCourses()).pagination.total).toBe(12);
  expect(sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    'PUT /sandboxes/alice',
    'GET /sandboxes/alice/api/education/courses?delay=0.1',
  ]);
});

test('the journal is a list like any other, whose meta says what it dropped', async () => {
  const { fetch } = realServer();
  const api = createClient({ baseUrl, fetch, sandbox: 'alice' });
  for (let page = 1; page <= 12; page += 1) await api.education.listCourses({ page });
  const requests = await api.sandboxes.listRequests({ name: 'alice', per_page: 5 }).toArray({ limit: 100 });
  expect(requests.map(({ query }) => query)).toHaveLength(12);
  expect((await api.sandboxes.listRequests({ name: 'alice' })).meta.dropped).toBe(0);
});

test('a snapshot goes back as it came, and what is removed twice is gone', async () => {
  const { fetch } = realServer();
  const api = createClient({ baseUrl, fetch, sandbox: 'alice' });
  const created = await api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
  const snapshot = await api.sandboxes.getSnapshot({ name: 'alice' });
  await api.sandboxes.restoreSnapshot({ name: 'bob', ...snapshot });
  expect(await api.with({ sandbox: 'bob' }).education.createEnrollment(created)).toEqual(created);
  expect((await api.sandboxes.deleteSandbox({ name: 'bob' }))?.name).toBe('bob');
  expect(await api.sandboxes.deleteSandbox({ name: 'bob' })).toBeUndefined();
});
