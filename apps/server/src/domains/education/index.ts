/** The education domain: its handlers over its records. */
import { education as declared } from '@understudy/contract/education';
import { implement, listing, type Needs } from '../../kit/index.js';
import { createCourse } from './create-course.js';
import { createEnrollment } from './create-enrollment.js';
import { assignments } from './records/assignment.js';
import { certificates } from './records/certificate.js';
import { courses } from './records/course.js';
import { enrollments } from './records/enrollment.js';
import { grades } from './records/grade.js';
import { lessons } from './records/lesson.js';
import { students } from './records/student.js';
import { showcase } from './showcase.js';

/** What a course follows from: it says how many are enrolled. */
const needs = (): Needs => ({ collections: [courses] });

/** The education domain. */
export const education = implement(declared, {
  showcase,
  collections: [courses, lessons, students, enrollments, assignments, grades, certificates],
  handlers: {
    listCourses: () => listing(courses),

    createCourse,

    getCourse: {
      needs,
      handle: ({ input, records }) => ({ value: records.find(courses, input.course_id) }),
    },

    listLessons: {
      needs,
      handle: ({ input, records }) => {
        const { id: course_id } = records.find(courses, input.course_id);
        return listing(lessons, { course_id });
      },
    },

    listStudents: () => listing(students),

    listEnrollments: () => listing(enrollments),

    createEnrollment: { needs, handle: createEnrollment },

    listAssignments: () => listing(assignments),

    listGrades: () => listing(grades),

    listCertificates: () => listing(certificates),
  },
});
