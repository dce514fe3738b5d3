/** Enrolls students in courses. */
import type { contract } from '@understudy/contract';
import type { Course, Enrollment } from '@understudy/contract/education';
import type { ContextOf, Result } from '../../kit/index.js';
import { courses } from './records/course.js';
import { enrollments } from './records/enrollment.js';
import { students } from './records/student.js';

type EnrollmentContext = ContextOf<typeof contract.education, 'createEnrollment'>;

/** The enrollment that a student has in a course. */
function existingEnrollment({ input, records }: EnrollmentContext, id: string): Enrollment | undefined {
  const { student_id, course_id } = input;
  const created = records.get(enrollments, id);
  if (created !== undefined) return created;
  return Array.from(records.lookup(enrollments, 'student_id', student_id) ?? [])
    .map((position) => records.at(enrollments, position))
    .find((one) => one?.student_id === student_id && one.course_id === course_id);
}

/** Enrolls a student. The same pair again answers the existing enrollment. */
export function createEnrollment(ctx: EnrollmentContext): Result<readonly Enrollment[]> {
  const { input, records, now, onlyId, emit } = ctx;
  const { student_id, course_id } = input;
  const [, course] = records.findAll([students, student_id], [courses, course_id]);
  const id = onlyId(enrollments, [student_id, course_id]);
  const existing = existingEnrollment(ctx, id);
  if (existing !== undefined) return { value: [existing] };
  const created = records.put(enrollments, {
    id,
    student_id,
    course_id,
    status: 'active',
    progress_percent: 0,
    enrolled_at: new Date(now).toISOString(),
    completed_at: null,
  });
  const counted: Course = { ...course, enrolled_count: course.enrolled_count + 1 };
  records.put(courses, counted);
  emit('enrollment.created', created);
  return { value: [created] };
}
