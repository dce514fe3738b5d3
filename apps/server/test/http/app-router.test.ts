/** The published type of the router, the caller in this process, and where controls go over tRPC. */
import { createTRPCClient, type HTTPBatchLinkOptions, httpBatchLink, httpLink } from '@trpc/client';
import type { Course } from '@understudy/contract';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { type AppRouter, CallerError, createUnderstudy } from '../../src/index.js';
import { NOW } from '../support.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

const waits: number[] = [];
beforeEach(async () => {
  waits.length = 0;
});
const understudy = openEach(() => createUnderstudy({ clock: NOW, sleep: async (ms) => void waits.push(ms) }));

const url = 'http://understudy.local/trpc';

/** Its type asks for less than the standard's, and is written with other optional members. */
const inProcess: NonNullable<HTTPBatchLinkOptions<never>['fetch']> = (input, init) =>
  understudy.fetch(input as string, init as RequestInit);

describe('a client of tRPC with the type of the router', () => {
  const client = (query = '') =>
    createTRPCClient<AppRouter>({ links: [httpLink({ url: url + query, fetch: inProcess })] });

  it('knows inputs and outputs', async () => {
    const api = client();
    const found = await api.education.getCourse.query({ course_id: 'crs_0001' });
    expectTypeOf(found.data).toEqualTypeOf<Course>();
    expect(found.data.id).toBe('crs_0001');
    const page = await api.education.listCourses.query();
    expectTypeOf(page.data).toEqualTypeOf<Course[]>();
    const written = await api.education.createCourse.mutate(course);
    expect(written.data[0]?.title).toBe('Knots');
    // Whatever does not compile must not run either.
    const never = async () => {
      // @ts-expect-error a path parameter is required
      await api.education.getCourse.query({});
      // @ts-expect-error a read is no mutation
      await api.education.getCourse.mutate({ course_id: 'crs_0001' });
      // @ts-expect-error there is no such operation
      await api.education.nothing.query();
      // @ts-expect-error it is a number
      await api.education.listCourses.query({ per_page: '2' });
    };
    expectTypeOf(never).returns.resolves.toBeVoid();
  });

  it('sends controls in the query', async () => {
    await client('?delay=1.5').education.listCourses.query();
    expect(waits).toEqual([1500]);
  });

  it.each(['delay', 'simulate_error', 'cors'])('says where %s goes', async (name) => {
    const failure = await client()
      .education.listCourses.query({ [name]: 1 })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      data: {
        httpStatus: 400,
        problem: {
          kind: 'bad_request',
          errors: [
            {
              pointer: `#/${name}`,
              code: 'misplaced',
              detail: `is a control of the call and goes into the URL's query: /trpc/education.listCourses?${name}=…`,
            },
          ],
        },
      },
    });
  });

  it('posts a query that is too long for a URL', async () => {
    const q = 'x'.repeat(10_000);
    const posting = createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url, fetch: inProcess, methodOverride: 'POST' })],
    });
    await expect(client().education.listCourses.query({ q })).rejects.toMatchObject({
      data: { httpStatus: 414, problem: { kind: 'uri_too_long' } },
    });
    expect((await posting.education.listCourses.query({ q })).data).toEqual([]);
  });
});

describe('a caller in this process', () => {
  it('reads and writes in its sandbox', async () => {
    const caller = understudy.createCaller({ sandbox: 'own' });
    const { data } = await caller.education.createCourse(course);
    expectTypeOf(data).toEqualTypeOf<Course[]>();
    expect((await caller.education.listCourses({ q: 'knots' })).pagination.total).toBe(1);
    expect((await understudy.createCaller().education.listCourses({ q: 'knots' })).pagination.total).toBe(0);
  });

  it('sends headers, and controls', async () => {
    const { data } = await understudy
      .createCaller()
      .auth.login({ email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' });
    const headers = { authorization: `Bearer ${data[0]?.access_token}` };
    const slow = understudy.createCaller({ headers, controls: { delay: 2 } });
    expect((await slow.auth.getProfile()).data.email).toBe('marcelo.abbott.1@example.com');
    expect(waits).toEqual([2000]);
  });

  it('fails with the problem', async () => {
    const caller = understudy.createCaller({ controls: { simulate_error: 'rate_limit' } });
    const failure: unknown = await caller.events.listEvents().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallerError);
    expect(failure).toMatchObject({ code: 'TOO_MANY_REQUESTS', problem: { kind: 'rate_limit', simulated: true } });
  });
});
