/** A student's enrollment in a course, and what a client sends to enroll one. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of an enrollment. */
export const enrollmentStatuses = ['active', 'invited', 'completed', 'inactive'] as const;

/** A student's enrollment in a course. */
export const enrollment = z
  .object({
    id: recordId('Id of the enrollment.', 'enr_0001'),
    student_id: recordId('The student.', 'stu_0001'),
    course_id: recordId('The course.', 'crs_0001'),
    status: choice(enrollmentStatuses, 'State of the enrollment.'),
    progress_percent: z
      .int()
      .min(0)
      .max(100)
      .meta({
        description: 'How much of the course is done, in percent.',
        examples: [40],
      }),
    enrolled_at: instant('When the student enrolled.', '2024-10-01T12:00:00.000Z'),
    completed_at: instant('When the course was completed.', '2025-02-14T16:20:00.000Z')
      .nullable()
      .meta({ description: 'When the course was completed; null until then.', examples: [null] }),
  })
  .meta({ id: 'Enrollment', description: "A student's enrollment in a course." });

/** A student's enrollment in a course. */
export type Enrollment = z.infer<typeof enrollment>;

/** Body of `POST /api/education/enrollments`. */
export const newEnrollment = z
  .object({
    student_id: recordId('Id of the student.', 'stu_0001'),
    course_id: recordId('Id of the course.', 'crs_0001'),
  })
  .meta({ title: 'NewEnrollment', description: 'The student to enroll, and the course.' });
