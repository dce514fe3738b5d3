/** The education domain: its handlers over its records. */
import { type Course, education as declared, type Enrollment } from '@understudy/contract/education';
import { type ContextOf, implement, listing, type Needs, type Result, type Showcase } from '../../kit/index.js';
import { assignments, courses, lessons } from './records/course.js';
import { certificates, enrollments, grades, students } from './records/student.js';

type EnrollmentContext = ContextOf<typeof declared, 'createEnrollment'>;

function existingEnrollment({ input, records }: EnrollmentContext, id: string): Enrollment | undefined {
  const { student_id, course_id } = input;
  const created = records.get(enrollments, id);
  if (created !== undefined) return created;
  return Array.from(records.lookup(enrollments, 'student_id', student_id) ?? [])
    .map((position) => records.at(enrollments, position))
    .find((one) => one?.student_id === student_id && one.course_id === course_id);
}

/** Enrolls a student. The same pair again answers the existing enrollment. */
function createEnrollment(ctx: EnrollmentContext): Result<readonly Enrollment[]> {
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

function createCourse({
  input,
  records,
  now,
  newId,
  emit,
}: ContextOf<typeof declared, 'createCourse'>): Result<readonly Course[]> {
  const { title, category, difficulty, instructor, duration_hours } = input;
  const at = new Date(now).toISOString();
  const created = records.put(courses, {
    id: newId(courses, [title, category, difficulty, instructor, duration_hours]),
    title,
    description: '',
    category,
    difficulty,
    instructor,
    duration_hours,
    status: 'published',
    lesson_count: 0,
    enrolled_count: 0,
    rating: null,
    tags: [],
    created_at: at,
    updated_at: at,
  });
  emit('course.created', created);
  return { value: [created] };
}

/** The calls to try that the pages show. */
const showcase: Showcase = {
  list: declared.operations.listCourses,
  q: 'sql',
  shows: 'title',
  body: '{"title":"Practical SQL","category":"Data Science","difficulty":"beginner","instructor":"Ada Moreno","duration_hours":12}',
  withClient: [
    {
      title: 'With the typed client',
      code: `for await (const course of api.education.listCourses({ q: 'sql' })) {
  console.log(course.title);
}`,
    },
    {
      title: 'Fail twice, then succeed',
      code: `const course = await api.education.getCourse(
  { course_id: 'crs_0001' },
  { scenario: ['rate_limit', 'server_error', 'ok'] },
);
console.log(course.title);`,
    },
  ],
};

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
