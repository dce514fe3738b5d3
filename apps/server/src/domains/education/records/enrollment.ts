/** Seeded enrollments: those of a student lie together. */
import { type Enrollment, enrollment } from '@understudy/contract/education';
import { type Collection, type Dataset, seededId } from '../../../kit/index.js';
import { toInstant } from '../derived/clock.js';
import { participationOf } from '../derived/participation.js';
import { enrollmentsIn, together } from '../derived/positions.js';
import { countEnrollments, takers } from '../derived/roll.js';
import { choice, firstEnrollment, rosterOf, studentOfEnrollment } from '../derived/roster.js';

/** The enrollment at an index. */
function seeded(dataset: Dataset, index: number): Enrollment {
  const { owner: student, nth } = studentOfEnrollment(dataset, index);
  const { course, status, progress } = participationOf(dataset, rosterOf(dataset, student), nth);
  const { percent, enrolledAt, completedAt } = progress;
  return {
    id: seededId('enr', index),
    student_id: seededId('stu', student),
    course_id: seededId('crs', course),
    status,
    progress_percent: percent,
    enrolled_at: toInstant(enrolledAt),
    completed_at: completedAt === null ? null : toInstant(completedAt),
  };
}

/** Seeded enrollments. */
export const enrollments: Collection<Enrollment> = {
  name: 'enrollments',
  prefix: 'enr',
  noun: 'enrollment',
  schema: enrollment,
  count: countEnrollments,
  seeded,
  relations: [choice, takers],
  lookup: { student_id: together('students', firstEnrollment), course_id: enrollmentsIn },
};
