/** Students, their enrollments, grades and certificates. */
import {
  type Certificate,
  certificate,
  type Enrollment,
  enrollment as enrollmentSchema,
  type Grade,
  grade,
  type Student,
  student as studentSchema,
} from '@understudy/contract/education';
import {
  type Collection,
  type Dataset,
  drawEmail,
  drawName,
  itemAt,
  type Random,
  seededId,
  together,
} from '../../../kit/index.js';
import {
  awake,
  courseWork,
  DAY,
  toInstant,
  choice,
  enrollmentsOf,
  participationOf,
  type Roster,
  rosterOf,
  STUDENTS,
} from '../derived/roster.js';
import { catalogueEntry, MOST_WORKS } from '../derived/course.js';
import {
  countEnrollments,
  enrollmentsIn,
  gradePointAverage,
  isGraded,
  type Mark,
  markFor,
  ofCourse,
  ofStudent,
  percentageOf,
  results,
  stepOf,
  takers,
  owners,
} from '../derived/roll.js';
import { remarks } from '../words/tasks.js';

/** Grade points, in tenths, of all that was graded for a student. */
function tenthsOf(dataset: Dataset, roster: Roster): number[] {
  const tenths: number[] = [];
  for (let i = 0; i < roster.courses.length; i++) {
    const participation = participationOf(dataset, roster, i);
    const { tasks, open } = courseWork(dataset, participation.course);
    for (let nth = 0; isGraded(participation.status) && nth < open; nth++) {
      const task = itemAt(tasks, nth);
      const { score } = markFor(dataset, participation, { task, nth });
      if (score !== null) tenths.push(stepOf(percentageOf(score, task.points)).tenths);
    }
  }
  return tenths;
}

/** What follows from nothing else. */
function quick(dataset: Dataset, index: number): Pick<Student, 'id' | 'name' | 'email'> {
  const random = dataset.random('students', index);
  const name = drawName(random);
  return {
    id: seededId('stu', index),
    name: `${name.first} ${name.last}`,
    email: drawEmail(random, name, index),
  };
}

function seededStudent(dataset: Dataset, index: number): Student {
  const roster = rosterOf(dataset, index);
  return {
    ...quick(dataset, index),
    status: roster.status,
    gpa: gradePointAverage(tenthsOf(dataset, roster)),
    enrolled_at: toInstant(roster.joinedAt),
  };
}

/** Seeded students. */
export const students: Collection<Student> = {
  name: 'students',
  prefix: 'stu',
  noun: 'student',
  schema: studentSchema,
  defaultSize: STUDENTS,
  count: (dataset) => dataset.size('students'),
  seeded: seededStudent,
  quick,
  relations: [choice],
};

function seededEnrollment(dataset: Dataset, index: number): Enrollment {
  const { owner: student, nth } = enrollmentsOf.owner(dataset, index);
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
  schema: enrollmentSchema,
  count: countEnrollments,
  seeded: seededEnrollment,
  relations: [choice, takers],
  lookup: { student_id: together(owners.students, enrollmentsOf.start), course_id: enrollmentsIn },
};

/** The outcome of a mark: all of it, or none before it is graded. */
function outcome({ score, gradedAt }: Mark, points: number, random: Random) {
  if (score === null || gradedAt === null) {
    return { score: null, percentage: null, letter: null, graded_at: null, feedback: null };
  }
  const percent = percentageOf(score, points);
  const { letter, family } = stepOf(percent);
  return {
    score,
    percentage: percent,
    letter,
    graded_at: toInstant(gradedAt),
    feedback: random.pick(remarks[family]),
  };
}

function seededGrade(dataset: Dataset, index: number): Grade {
  const { owner: enrollment, nth } = results(dataset).grades.owner(index);
  const { owner: student, nth: nthCourse } = enrollmentsOf.owner(dataset, enrollment);
  const roster = rosterOf(dataset, student);
  const participation = participationOf(dataset, roster, nthCourse);
  const task = itemAt(courseWork(dataset, participation.course).tasks, nth);
  const mark = markFor(dataset, participation, { task, nth });
  const { score, percentage, letter, graded_at, feedback } = outcome(
    mark,
    task.points,
    dataset.random('grades/feedback', enrollment * MOST_WORKS + nth),
  );
  return {
    id: seededId('grd', index),
    student_id: seededId('stu', student),
    course_id: seededId('crs', participation.course),
    assignment_id: seededId('asg', task.assignment),
    score,
    points_possible: task.points,
    percentage,
    letter,
    state: mark.state,
    graded_at,
    feedback,
  };
}

/** Seeded grades. */
export const grades: Collection<Grade> = {
  name: 'grades',
  prefix: 'grd',
  noun: 'grade',
  schema: grade,
  count: (dataset) => results(dataset).grades.total,
  seeded: seededGrade,
  relations: [choice, takers, results],
  lookup: {
    student_id: ofStudent((dataset) => results(dataset).grades),
    course_id: ofCourse((dataset) => results(dataset).grades),
  },
};

// No vowels, so that no words come up, and no digits that look like letters.
const signs = [...'23456789BCDFGHJKLMNPQRSTVWXZ'];

/** A serial number, unique by the number at its end. */
function serialOf(random: Random, issuedAt: string, enrollment: number): string {
  const check = Array.from({ length: 4 }, () => random.pick(signs)).join('');
  return `UC-${issuedAt.slice(0, 4)}-${check}-${String(enrollment + 1).padStart(6, '0')}`;
}

/** The same day some years later; the day after 28 February where there is no 29th. */
function yearsLater(instant: string, years: number): string {
  const date = new Date(instant);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

function seededCertificate(dataset: Dataset, index: number): Certificate {
  const { owner: enrollment } = results(dataset).certificates.owner(index);
  const { owner: student, nth } = enrollmentsOf.owner(dataset, enrollment);
  const { course, progress } = participationOf(dataset, rosterOf(dataset, student), nth);
  if (progress.completedAt === null) throw new Error(`enrollment ${enrollment} is not completed`);
  const { title, category } = catalogueEntry(dataset, course);
  const random = dataset.random('certificates', enrollment);
  const issued = toInstant(awake(progress.completedAt + 2 * DAY * random.fraction()));
  const serial = serialOf(random, issued, enrollment);
  return {
    id: seededId('crt', index),
    student_id: seededId('stu', student),
    course_id: seededId('crs', course),
    enrollment_id: seededId('enr', enrollment),
    title: `Certificate of Completion: ${title}`,
    serial,
    status: random.chance(0.03) ? 'revoked' : 'issued',
    issued_at: issued,
    expires_at: category.certificateYears === null ? null : yearsLater(issued, category.certificateYears),
    verification_url: `https://verify.example.com/${serial}`,
  };
}

/** Seeded certificates. */
export const certificates: Collection<Certificate> = {
  name: 'certificates',
  prefix: 'crt',
  noun: 'certificate',
  schema: certificate,
  count: (dataset) => results(dataset).certificates.total,
  seeded: seededCertificate,
  relations: [choice, takers, results],
  lookup: {
    student_id: ofStudent((dataset) => results(dataset).certificates),
    course_id: ofCourse((dataset) => results(dataset).certificates),
  },
};
