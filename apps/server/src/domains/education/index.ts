/** The education domain: its handlers over its records. */
import { contract, type Course, type Enrollment } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { type Needs, withNeeds } from '../../call/handler.js';
import { ProblemError } from '../../kit/problem-error.js';
import { anyCase, listing } from '../../kit/listing.js';
import { put } from '../../state/model/writes.js';
import { assignments } from './records/assignment.js';
import { certificates } from './records/certificate.js';
import { courses } from './records/course.js';
import { enrollments } from './records/enrollment.js';
import { grades } from './records/grade.js';
import { lessons } from './records/lesson.js';
import { students } from './records/student.js';
import { showcase } from './showcase.js';

function unknownCourse(id: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `there is no course ${JSON.stringify(id)}`,
    errors: [{ parameter: 'course_id', code: 'not_found', detail: 'must be the id of a course' }],
  });
}

/** What a course follows from: it tells how many are enrolled. */
const ofCourse = (): Needs => ({ collections: [courses] });

/** Handlers of the education domain. */
export const education = domain(
  contract.education,
  {
    listCourses: ({ input: { category, difficulty, status } }) =>
      listing(courses, { category: anyCase(category), difficulty, status }),

    createCourse: ({ input, now, newId }) => {
      const id = newId(courses, [
        input.title,
        input.category,
        input.difficulty,
        input.instructor,
        input.duration_hours,
      ]);
      const at = new Date(now).toISOString();
      const created: Course = {
        id,
        title: input.title,
        description: '',
        category: input.category,
        difficulty: input.difficulty,
        instructor: input.instructor,
        duration_hours: input.duration_hours,
        status: 'published',
        lesson_count: 0,
        enrolled_count: 0,
        rating: null,
        tags: [],
        created_at: at,
        updated_at: at,
      };
      return {
        value: [created],
        writes: [put(courses, created)],
        emits: [{ type: 'course.created', object: created }],
      };
    },

    getCourse: withNeeds(ofCourse, ({ input: { course_id }, view }) => {
      const value = view.get(courses, course_id);
      if (value === undefined) throw unknownCourse(course_id);
      return { value };
    }),

    listLessons: withNeeds(ofCourse, ({ input: { course_id }, view }) => {
      if (view.get(courses, course_id) === undefined) throw unknownCourse(course_id);
      return listing(lessons, { course_id });
    }),

    listStudents: ({ input: { status } }) => listing(students, { status }),

    listEnrollments: ({ input: { student_id, course_id, status } }) =>
      listing(enrollments, { student_id, course_id, status }),

    createEnrollment: withNeeds(ofCourse, ({ input: { student_id, course_id }, view, now, onlyId }) => {
      const student = view.get(students, student_id);
      const course = view.get(courses, course_id);
      if (student === undefined || course === undefined) {
        const missing = [
          ...(student === undefined ? (['student'] as const) : []),
          ...(course === undefined ? (['course'] as const) : []),
        ];
        throw new ProblemError('not_found', {
          detail: missing
            .map((word) => `there is no ${word} ${JSON.stringify(word === 'student' ? student_id : course_id)}`)
            .join('; '),
          errors: missing.map((word) => ({
            pointer: `#/${word}_id`,
            code: 'not_found',
            detail: `must be the id of a ${word}`,
          })),
        });
      }
      const id = onlyId(enrollments, [student_id, course_id]);
      const seeded = Array.from(view.lookup(enrollments, 'student_id', student_id) ?? [])
        .map((position) => view.at(enrollments, position))
        .find((one) => one?.student_id === student_id && one.course_id === course_id);
      const existing = view.get(enrollments, id) ?? seeded;
      if (existing !== undefined) return { value: [existing] };
      const created: Enrollment = {
        id,
        student_id,
        course_id,
        status: 'active',
        progress_percent: 0,
        enrolled_at: new Date(now).toISOString(),
        completed_at: null,
      };
      const counted: Course = { ...course, enrolled_count: course.enrolled_count + 1 };
      return {
        value: [created],
        writes: [put(enrollments, created), put(courses, counted)],
        emits: [{ type: 'enrollment.created', object: created }],
      };
    }),

    listAssignments: ({ input: { course_id, status } }) => listing(assignments, { course_id, status }),

    listGrades: ({ input: { student_id, course_id } }) => listing(grades, { student_id, course_id }),

    listCertificates: ({ input: { student_id, course_id, status } }) =>
      listing(certificates, { student_id, course_id, status }),
  },
  { collections: [courses, lessons, students, enrollments, assignments, grades, certificates], showcase },
);
