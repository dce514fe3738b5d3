/** The router as an unmodified tRPC client sees it: batches, streams of answers, typed errors. */
import { createTRPCUntypedClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client';
import { problem } from '@understudy/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overSocket, type TestServer } from '../support.js';

let server: TestServer;
beforeEach(async () => {
  server = await overSocket();
});
afterEach(() => server.close());

describe.each([
  ['httpLink', httpLink],
  ['httpBatchLink', httpBatchLink],
  ['httpBatchStreamLink', httpBatchStreamLink],
] as const)('%s', (_name, link) => {
  const client = (base = '', query = '') =>
    createTRPCUntypedClient({ links: [link({ url: `${server.origin}${base}/trpc${query}` })] });

  it('reads, writes and reads what it wrote, in a sandbox', async () => {
    const api = client('/sandboxes/a');
    const course = { title: 'Knots', category: 'Crafts', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 };
    await api.mutation('education.createCourse', course);
    const [courses, students] = await Promise.all([
      api.query('education.listCourses', { q: 'knots' }),
      api.query('education.listStudents'),
    ]);
    expect(courses).toMatchObject({ data: [{ title: 'Knots' }], pagination: { total: 1 } });
    expect(students).toMatchObject({ pagination: { total: 500 } });
  });

  it('gives the problem under data', async () => {
    const failure = await client()
      .query('education.getCourse', { course_id: 'nope' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TRPCClientError);
    const { data } = failure as { data: { problem: unknown; httpStatus: number } };
    expect(data.httpStatus).toBe(404);
    expect(problem.parse(data.problem)).toMatchObject({ kind: 'not_found', simulated: false });
  });
});
