import { contract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { locateIdIn, locateIn, missingRecords } from './faults.js';

const inBody = locateIn(contract.education.operations.createEnrollment.meta);
const inPath = locateIn(contract.events.operations.registerForEvent.meta);

it('names the parameter in which the id came', () => {
  const locate = locateIdIn({ event_id: 'event_9', email: 'ada@example.com' }, inPath);
  expect(missingRecords([{ noun: 'event', id: 'event_9' }], locate)).toMatchObject({
    kind: 'not_found',
    details: {
      detail: 'there is no event "event_9"',
      errors: [{ parameter: 'event_id', code: 'not_found', detail: 'must be the id of an event' }],
    },
  });
});

it('distinguishes ids that are the same, by the names of their members', () => {
  const locate = locateIdIn({ student_id: 'x', course_id: 'x' }, inBody);
  const { details } = missingRecords(
    [
      { noun: 'student', id: 'x' },
      { noun: 'course', id: 'x' },
    ],
    locate,
  );
  expect(details.errors).toEqual([
    { pointer: '#/student_id', code: 'not_found', detail: 'must be the id of a student' },
    { pointer: '#/course_id', code: 'not_found', detail: 'must be the id of a course' },
  ]);
});

it('finds an id deep in the body, and under another name', () => {
  const input = { to: 'crs_2', parts: [{ note: 'crs_1' }, { course_id: 'crs_1' }] };
  const locate = locateIdIn(input, inBody);
  expect(locate({ noun: 'course', id: 'crs_1' })).toEqual({ pointer: '#/parts/1/course_id' });
  expect(locate({ noun: 'course', id: 'crs_2' })).toEqual({ pointer: '#/to' });
});

it('lists no fault in the input for an id that did not come in it', () => {
  const { details } = missingRecords([{ noun: 'user', id: 'usr_1' }], locateIdIn({ course_id: 'crs_1' }, inBody));
  expect(details).toEqual({ detail: 'there is no user "usr_1"' });
});
