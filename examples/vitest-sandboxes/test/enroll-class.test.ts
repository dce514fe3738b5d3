/** Tests that write, wind the clock and fail on purpose, side by side, without seeing each other. */
import { isApiError } from '@understudy/client';
import { beforeAll, describe, expect } from 'vitest';
import { enrollClass } from '../src/enroll-class.js';
import { meeting } from './meeting.js';
import { control, test } from './sandbox.js';

const COURSE = 'crs_0001';
const CLASS = ['stu_0001', 'stu_0002', 'stu_0003'];

describe.concurrent('in sandboxes of their own', () => {
  test('a class is enrolled', async ({ understudy: { api }, expect: expects }) => {
    const before = (await api.education.listEnrollments({ course_id: COURSE })).pagination.total;
    const enrollments = await enrollClass(api, COURSE, CLASS);
    expects(enrollments.map(({ student_id }) => student_id)).toEqual(CLASS);
    const after = (await api.education.listEnrollments({ course_id: COURSE })).pagination.total;
    expects(after).toBe(before + 3);
  });

  const writers = [1, 2, 3, 4];
  const haveWritten = meeting(writers.length);

  test.for(writers)('writer %i sees its own course alone', async (n, { understudy, expect: expects }) => {
    const { api } = understudy;
    const title = `Testing in Parallel, Part ${n}`;
    const before = (await api.education.listCourses()).pagination.total;
    await api.education.createCourse({
      title,
      category: 'Programming',
      difficulty: 'expert',
      instructor: 'Ada Moreno',
      duration_hours: 3,
    });
    // Not before all of them have written: until then there is nothing that could be seen.
    await haveWritten();
    const found = await api.education.listCourses({ q: 'testing in parallel' });
    expects(found.data.map((course) => course.title)).toEqual([title]);
    expects((await api.education.listCourses()).pagination.total).toBe(before + 1);
    await expects(understudy).toHaveReceived({ method: 'POST', body: { title }, times: 1 });
  });

  test('the clock stands, until it is wound', async ({ understudy: { api, name }, expect: expects }) => {
    const [first] = await enrollClass(api, COURSE, ['stu_0001']);
    expects(first?.enrolled_at).toBe('2026-01-01T00:00:00.000Z');
    await api.sandboxes.setClock({ name, action: 'advance', seconds: 86_400 });
    const [second] = await enrollClass(api, COURSE, ['stu_0002']);
    expects(second?.enrolled_at).toBe('2026-01-02T00:00:00.000Z');
  });
});

test('a failure on the way is repeated, and the journal shows it', async ({ understudy }) => {
  const unlucky = understudy.api.with({ scenario: ['server_error', 'ok'], sleep: async () => {} });
  await enrollClass(unlucky, COURSE, ['stu_0001']);
  // The same key both times: that is what makes repeating safe.
  const attempt = {
    operation: 'education.createEnrollment',
    headers: { 'Idempotency-Key': `${COURSE}/stu_0001` },
    body: { student_id: 'stu_0001', course_id: COURSE },
  };
  await expect(understudy).toHaveReceived({ ...attempt, status: 500, kind: 'server_error', times: 1 });
  await expect(understudy).toHaveReceived({ ...attempt, status: 200, times: 1 });
});

test('a student nobody knows is refused, and nothing is written', async ({ understudy: { api, name } }) => {
  const failure = await enrollClass(api, COURSE, ['stu_none']).catch((error: unknown) => error);
  expect(isApiError(failure, 'not_found') && failure.problem?.errors).toMatchObject([{ pointer: '#/student_id' }]);
  // A sandbox is kept, and listed, from the first write on.
  expect((await api.sandboxes.listSandboxes({ q: name })).data).toEqual([]);
});

describe('forks of a prepared sandbox', () => {
  beforeAll(async () => {
    await enrollClass(control.with({ sandbox: 'prepared' }), COURSE, CLASS);
    return async () => {
      await control.sandboxes.deleteSandbox({ name: 'prepared' });
    };
  });

  test.for(['one', 'another'])(
    '%s starts with the class enrolled, and goes its own way',
    async (_, { understudy: { api, name } }) => {
      await api.sandboxes.putSandbox({ name, from: 'prepared' });
      const before = (await api.education.listEnrollments({ course_id: COURSE })).pagination.total;
      const again = await enrollClass(api, COURSE, CLASS);
      expect((await api.education.listEnrollments({ course_id: COURSE })).pagination.total).toBe(before);
      expect(again).toHaveLength(CLASS.length);
      await enrollClass(api, COURSE, ['stu_0010']);
      expect((await api.education.listEnrollments({ course_id: COURSE })).pagination.total).toBe(before + 1);
    },
  );
});
