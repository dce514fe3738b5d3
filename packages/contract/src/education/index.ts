/** The education domain: courses, lessons, students, enrollments, assignments, grades, certificates. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, choiceInAnyCase, recordId } from '../kit/field.js';
import { equal, equalInAnyCase } from '../kit/filter.js';
import { get, post } from '../kit/methods.js';
import { assignment, assignmentStatuses } from './assignment.js';
import { certificate, certificateStatuses } from './certificate.js';
import { course, courseStatuses, difficulties, newCourse } from './course.js';
import { enrollment, enrollmentStatuses, newEnrollment } from './enrollment.js';
import { grade } from './grade.js';
import { lesson } from './lesson.js';
import { student, studentStatuses } from './student.js';
import { educationEvents } from './webhook-events.js';

const courseId = recordId('Id of the course.', 'crs_0001');
const ofCourse = equal(recordId('Only those of this course.', 'crs_0001'));
const ofStudent = equal(recordId('Only those of this student.', 'stu_0001'));

/** The education domain. */
export const education = defineDomain({
  name: 'education',
  description: 'Courses, lessons, students, enrollments, assignments, grades and certificates.',
  events: educationEvents,
  operations: {
    listCourses: get('/api/education/courses', {
      summary: 'List courses',
      description: 'The catalogue of courses, in the order they were added.',
      searches: ['title', 'description', 'instructor', 'tags'],
      sorts: [
        'title',
        'category',
        'instructor',
        'duration_hours',
        'enrolled_count',
        'rating',
        'updated_at',
        'created_at',
      ],
      filters: {
        category: equalInAnyCase(
          z
            .string()
            .min(1)
            .max(64)
            .meta({
              description: 'Only courses of this category; case is ignored.',
              examples: ['Data Science'],
            }),
        ),
        difficulty: equal(choiceInAnyCase(difficulties, 'Only courses of this difficulty; case is ignored.')),
        status: equal(choice(courseStatuses, 'Only courses of this status.')),
      },
      input: listInput({}),
      output: listOf(course),
    }),
    createCourse: post('/api/education/courses', {
      summary: 'Create a course',
      description:
        'Adds a published course without lessons to the catalogue. Sending the same body again creates another course; with the same Idempotency-Key it answers the first one again.',
      emits: ['course.created'],
      input: newCourse,
      output: writtenOf(course),
    }),
    getCourse: get('/api/education/courses/{course_id}', {
      summary: 'Get a course',
      description: 'One course by its id.',
      input: z.object({ course_id: courseId }),
      output: recordOf(course),
    }),
    listLessons: get('/api/education/courses/{course_id}/lessons', {
      summary: 'List the lessons of a course',
      description: 'The lessons of one course, by position.',
      searches: ['title'],
      sorts: ['title', 'duration_minutes', 'position'],
      input: listInput({ course_id: courseId }),
      output: listOf(lesson),
    }),
    listStudents: get('/api/education/students', {
      summary: 'List students',
      description: 'All students, in the order they were added.',
      searches: ['name'],
      sorts: ['name', 'email', 'gpa', 'enrolled_at'],
      filters: { status: equal(choice(studentStatuses, 'Only students of this status.')) },
      input: listInput({}),
      output: listOf(student),
    }),
    listEnrollments: get('/api/education/enrollments', {
      summary: 'List enrollments',
      description: 'Which students take which courses, and how far they have come.',
      sorts: ['status', 'progress_percent', 'completed_at', 'enrolled_at'],
      filters: {
        student_id: ofStudent,
        course_id: ofCourse,
        status: equal(choice(enrollmentStatuses, 'Only enrollments of this status.')),
      },
      input: unsearchedListInput({}),
      output: listOf(enrollment),
    }),
    createEnrollment: post('/api/education/enrollments', {
      summary: 'Enroll a student in a course',
      description:
        'Enrolls a student in a course. If the student is enrolled already, the answer is the existing enrollment. An unknown student or course is a 404 that names the field.',
      emits: ['enrollment.created'],
      input: newEnrollment,
      output: writtenOf(enrollment),
    }),
    listAssignments: get('/api/education/assignments', {
      summary: 'List assignments',
      description: 'The assignments of all courses.',
      searches: ['title', 'description'],
      sorts: ['title', 'points_possible', 'due_at'],
      filters: {
        course_id: ofCourse,
        status: equal(choice(assignmentStatuses, 'Only assignments of this status.')),
      },
      input: listInput({}),
      output: listOf(assignment),
    }),
    listGrades: get('/api/education/grades', {
      summary: 'List grades',
      description: 'The grades that students got for their assignments.',
      searches: ['feedback'],
      sorts: ['score', 'percentage', 'graded_at'],
      filters: { student_id: ofStudent, course_id: ofCourse },
      input: listInput({}),
      output: listOf(grade),
    }),
    listCertificates: get('/api/education/certificates', {
      summary: 'List certificates',
      description: 'Certificates of the students who completed a course.',
      searches: ['title'],
      sorts: ['title', 'serial', 'expires_at', 'issued_at'],
      filters: {
        student_id: ofStudent,
        course_id: ofCourse,
        status: equal(choice(certificateStatuses, 'Only certificates of this status.')),
      },
      input: listInput({}),
      output: listOf(certificate),
    }),
  },
});

export * from './assignment.js';
export * from './certificate.js';
export * from './course.js';
export * from './enrollment.js';
export * from './grade.js';
export * from './lesson.js';
export * from './student.js';
