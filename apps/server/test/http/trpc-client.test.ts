/** The router as an unmodified tRPC client sees it: batches, streams of answers, typed errors. */
import { createTRPCUntypedClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client';
import { problem } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { eachServer, overSocket } from '../support.js';
import { course } from '../sandboxes/client.js';

const server = eachServer(overSocket);

describe.each([
  ['httpLink', httpLink],
  ['httpBatchLink', httpBatchLink],
  ['httpBatchStreamLink', httpBatchStreamLink],
] as const)('%s', (_name, link) => {
  const client = (base = '', query = '') =>
    createTRPCUntypedClient({ links: [link({ url: `${server.origin}${base}/trpc${query}` })] });

  it('reads, writes and reads what it wrote, in a sandbox', async () => {
    const api = client('/sandboxes/a');
    await api.mutation('education.createCourse', course);
    const [courses, students] = await Promise.all([
      api.query('education.listCourses', { q: 'knots' }),
      api.query('education.listStudents'),
    ]);
    expect(courses).toMatchObject({ data: [{ title: 'Knots' }], pagination: { total: 1 } });
    expect(students).toMatchObject({ pagination: { total: 500 } });
  });

  it.each([
    ['a path that is too long', '', `?padding=${'x'.repeat(9000)}`, 414, 'BAD_REQUEST'],
    ['a sandbox that cannot be', '/sandboxes/NO WAY', '', 400, 'BAD_REQUEST'],
    ['controls that are wrong', '', '?delay=soon', 400, 'BAD_REQUEST'],
    ['a failure that is forced', '', '?fault=status;code=412', 412, 'PRECONDITION_FAILED'],
  ])('gives what comes of %s as an error of its own', async (_of, base, query, status, code) => {
    const api = client(encodeURI(base), query);
    const calls = [api.query('education.getCourse', { course_id: 'crs_0001' }), api.query('education.listCourses')];
    for (const settled of await Promise.allSettled(calls)) {
      const { reason } = settled as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(TRPCClientError);
      expect(reason).toMatchObject({ data: { code, httpStatus: status, problem: { status } } });
    }
  });

  it('makes each write of a batch once, by a key of its own', async () => {
    const api = client('/sandboxes/keys');
    const write = (idempotency_key: unknown, title = 'Knots') =>
      api.mutation('education.createCourse', { ...course, title, idempotency_key });
    const idsOf = (answers: readonly unknown[]) =>
      (answers as { data: { id: string }[] }[]).map(({ data }) => data[0]?.id);
    const first = idsOf(await Promise.all([write('a'), write('b')]));
    expect(new Set(first).size).toBe(2);
    expect(idsOf(await Promise.all([write('a'), write('b')]))).toEqual(first);
    const [same, other] = idsOf(await Promise.all([write('c'), write('c')]));
    expect(same).toBe(other);
    await expect(write('a', 'Splices')).rejects.toMatchObject({
      data: { problem: { kind: 'idempotency_key_reused' } },
    });
    for (const wrong of ['', 'a b', 7, null]) {
      await expect(write(wrong)).rejects.toMatchObject({
        data: { problem: { kind: 'bad_request', errors: [{ pointer: '#/idempotency_key', code: 'invalid_format' }] } },
      });
    }
    expect(await api.query('education.listCourses')).toMatchObject({ pagination: { total: 203 } });
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

it('reads an error of whichever status, by the name that tRPC has for it', async () => {
  const names = Object.entries({
    402: 'PAYMENT_REQUIRED',
    408: 'TIMEOUT',
    410: 'BAD_REQUEST',
    412: 'PRECONDITION_FAILED',
    418: 'BAD_REQUEST',
    422: 'UNPROCESSABLE_CONTENT',
    428: 'PRECONDITION_REQUIRED',
    429: 'TOO_MANY_REQUESTS',
    499: 'CLIENT_CLOSED_REQUEST',
    500: 'INTERNAL_SERVER_ERROR',
    501: 'NOT_IMPLEMENTED',
    502: 'BAD_GATEWAY',
    507: 'INTERNAL_SERVER_ERROR',
  });
  for (const [status, code] of names) {
    const url = `${server.origin}/trpc?fault=status;code=${status}`;
    const api = createTRPCUntypedClient({ links: [httpLink({ url })] });
    await expect(api.query('education.listCourses'), status).rejects.toMatchObject({ data: { code } });
  }
});

it.each([{ if_match: 99 }, { if_match: 'W/"1"' }, { if_match: 'soon' }, { if_match: true }])(
  'speaks of versions to %j, and of no tag or header that is not there',
  async (condition) => {
    const api = createTRPCUntypedClient({ links: [httpLink({ url: `${server.origin}/trpc` })] });
    const { data } = (await api.query('realestate.listListings')) as { data: { id: string }[] };
    const change = api.mutation('realestate.updateListing', { listing_id: data[0]?.id, title: 'A', ...condition });
    const failure: unknown = await change.catch((error: unknown) => error);
    expect(failure).toMatchObject({ data: { problem: { errors: [{ pointer: '#/if_match' }] } } });
    expect(JSON.stringify(failure)).not.toMatch(/etag|if-match|"parameter"/i);
  },
);

it.each([
  ['PUT', '/trpc/education.listCourses', 405, 'METHOD_NOT_SUPPORTED'],
  ['GET', '/trpc', 404, 'NOT_FOUND'],
  ['GET', '/sandboxes/b/trpc', 404, 'NOT_FOUND'],
  ['GET', '/trpc/nothing.here', 404, 'NOT_FOUND'],
])('%s %s is an error that tRPC can read', async (method, path, status, code) => {
  const answer = await server.fetch(path, { method });
  const body: unknown = await answer.json();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
  expect(body).toMatchObject({ error: { message: expect.any(String), data: { code, problem: { status } } } });
});

describe('a batch of many calls', () => {
  const NAMES = Array.from({ length: 160 }, () => 'education.listCourses');
  const ask = (names: readonly string[]) => fetch(`${server.origin}/trpc/${names.join(',')}?batch=1&input={}`);

  it('lets others have a turn after a few of them, and answers in their order', async () => {
    let [rounds, isOver] = [0, false];
    const count = (): void => {
      rounds += 1;
      if (!isOver) setImmediate(count);
    };
    const before = NAMES.with(7, 'education.listStudents').with(90, 'education.listStudents');
    setImmediate(count);
    const answers = (await (await ask(before)).json()) as { result: { data: { pagination: { total: number } } } }[];
    isOver = true;
    const totals = answers.map(({ result }) => result.data.pagination.total);
    expect(totals.flatMap((total, index) => (total === 500 ? [index] : []))).toEqual([7, 90]);
    expect(rounds).toBeGreaterThan(NAMES.length / 8);
  });

  it('names in each problem the call that has it, and not all of them', async () => {
    const answer = await ask([...NAMES.slice(0, 1), 'education.noSuch', 'a/b']);
    const parts = (await answer.json()) as { error?: { data: { problem: unknown } } }[];
    expect(parts.map(({ error }) => Object(error?.data.problem)['instance'])).toEqual([
      undefined,
      '/trpc/education.noSuch',
      '/trpc/a%2Fb',
    ]);
  });
});
