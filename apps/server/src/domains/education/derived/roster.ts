/** Students as enrollments and grades see them: state, ability, and the courses they take. */
import type { Enrollment, Student } from '@understudy/contract/education';
import { type Dataset, longRelation, type Random } from '../../../kit/index.js';
import { awake, countOpenCourses, courseLife, DAY, inOrder, NOW, openCourse } from './course-work.js';
import { Allocation, itemAt } from './course.js';

/** Students who are seeded when nobody asks for another size. */
export const STUDENTS = 500;

/** Courses that ten students take. */
const degrees = [0, 1, 1, 2, 2, 2, 3, 3, 4, 6];

/** Nobody joined later: whoever joined has had time to complete a course. */
const LATEST = NOW - 151 * DAY;

const allocation = new Allocation('students/degree', degrees.length);

/** Which courses can be taken, and how many of them by each student of a block. */
interface Choice {
  /** From the most popular one on. */
  readonly courses: Uint32Array;
  readonly shares: readonly number[];
}

/** Greatest common divisor. */
function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The choice of courses in a dataset. */
export const choice = longRelation('education/choice', function* build(dataset): Generator<void, Choice> {
  const count = countOpenCourses(dataset);
  let step = Math.max(1, Math.floor(count * 0.618));
  while (gcd(step, count) > 1) step++;
  const courses = new Uint32Array(count);
  for (let rank = 0; rank < count; rank++) {
    if (rank % 256 === 0) yield;
    // A walk in wide steps meets every course once, so that popular ones turn up anywhere.
    courses[rank] = openCourse(dataset, (rank * step) % count);
  }
  return { courses, shares: degrees.map((degree) => Math.min(degree, count)) };
});

/** A student's state, ability and courses. */
export interface Roster {
  readonly student: number;
  readonly status: Student['status'];
  /** In seconds. */
  readonly joinedAt: number;
  /** Percentage of the points that the student's work tends to reach. */
  readonly ability: number;
  /** Index of the first enrollment. */
  readonly first: number;
  /** Courses taken, each once. */
  readonly courses: readonly number[];
}

/** Courses of a student, each once; a few are taken by many. */
export function coursesOf(dataset: Dataset, student: number): readonly number[] {
  const { courses, shares } = choice(dataset);
  const degree = itemAt(shares, allocation.slot(dataset, student));
  const random = dataset.random('enrollments/courses', student);
  const ranks: number[] = [];
  while (ranks.length < degree) {
    const share = random.fraction();
    let rank = Math.floor(share * (0.15 + 0.85 * share) * courses.length);
    while (ranks.includes(rank)) rank = (rank + 1) % courses.length;
    ranks.push(rank);
  }
  return ranks.map((rank) => itemAt(courses, rank));
}

/** The student at an index. */
export function rosterOf(dataset: Dataset, student: number): Roster {
  const courses = coursesOf(dataset, student);
  const random = dataset.random('students/standing', student);
  const joinedAt = awake(inOrder(student + random.fraction(), STUDENTS, LATEST));
  const long = NOW - joinedAt > 400 * DAY;
  const luck = random.fraction();
  let status: Student['status'] = 'active';
  if (luck < 0.09) status = 'inactive';
  else if (long && courses.length > 0 && luck < 0.42) status = 'graduated';
  return {
    student,
    status,
    joinedAt,
    // The mean of two draws: most are average.
    ability: 73 + 12.5 * (random.fraction() + random.fraction()),
    first: firstEnrollment(dataset, student),
    courses,
  };
}

/** Index of the first enrollment of a student; for the student after the last one, how many there are. */
export function firstEnrollment(dataset: Dataset, student: number): number {
  return allocation.start(dataset, student, choice(dataset).shares);
}

/** The student of an enrollment, and which of the student's enrollments it is. */
export function studentOfEnrollment(dataset: Dataset, enrollment: number): { owner: number; nth: number } {
  return allocation.owner(dataset, enrollment, choice(dataset).shares);
}

/** How far a student has come in a course, and when; in seconds and percent. */
export interface Progress {
  readonly percent: number;
  readonly enrolledAt: number;
  readonly completedAt: number | null;
}

/** A student's participation in a course. */
export interface Participation {
  /** Index of the enrollment. */
  readonly enrollment: number;
  readonly course: number;
  readonly status: Enrollment['status'];
  readonly progress: Progress;
  /** The student's. */
  readonly ability: number;
}

/** What the state of a participation depends on. */
interface Seat {
  readonly enrollment: number;
  /** Whether the course is archived. */
  readonly archived: boolean;
}

/** Draws a state that fits the student and the course. */
function drawStatus(random: Random, { status, first }: Roster, seat: Seat): Enrollment['status'] {
  const luck = random.fraction();
  // Nobody graduates without having completed anything.
  if (status === 'graduated') return luck < 0.85 || seat.enrollment === first ? 'completed' : 'inactive';
  if (status === 'inactive') return luck < 0.3 ? 'completed' : 'inactive';
  if (seat.archived) return luck < 0.7 ? 'completed' : 'inactive';
  if (luck < 0.54) return 'active';
  if (luck < 0.82) return 'completed';
  return luck < 0.91 ? 'invited' : 'inactive';
}

/** Enrolled before anything was due, and done after eighteen days at the least. */
function drawCompleted(random: Random, base: number, end: number): Progress {
  const enrolledAt = awake(base + random.fraction() * (NOW - 92 * DAY - base));
  const most = Math.min(140 * DAY, end - enrolledAt - 2 * DAY);
  const completedAt = awake(enrolledAt + 18 * DAY + random.fraction() * (most - 18 * DAY));
  return { percent: 100, enrolledAt, completedAt };
}

/** Enrolled within the last months, and the further on the longer ago. */
function drawActive(random: Random, base: number, end: number): Progress {
  const start = Math.max(base, NOW - 260 * DAY);
  const enrolledAt = awake(start + random.fraction() * (end - DAY - start));
  const days = (NOW - enrolledAt) / DAY;
  const percent = Math.min(random.int(88, 97), 1 + Math.floor(days * (0.25 + 0.6 * random.fraction())));
  return { percent, enrolledAt, completedAt: null };
}

/** How far a student has come who could enrol from `base` on and could work until `end`. */
function drawProgress(random: Random, status: Enrollment['status'], [base, end]: [number, number]): Progress {
  if (status === 'completed') return drawCompleted(random, base, end);
  if (status === 'active') return drawActive(random, base, end);
  if (status === 'invited') {
    const enrolledAt = awake(NOW - (2 + 22 * random.fraction()) * DAY);
    return { percent: 0, enrolledAt, completedAt: null };
  }
  const enrolledAt = awake(base + random.fraction() * (end - 30 * DAY - base));
  const share = random.fraction();
  return { percent: Math.floor(share * share * 75), enrolledAt, completedAt: null };
}

/** The state of one of a student's participations: cheaper than `participationOf`. */
export function participationStatus(dataset: Dataset, roster: Roster, seat: Seat): Enrollment['status'] {
  return drawStatus(dataset.random('enrollments', seat.enrollment), roster, seat);
}

/** One of a student's participations. */
export function participationOf(dataset: Dataset, roster: Roster, nth: number): Participation {
  const course = itemAt(roster.courses, nth);
  const life = courseLife(dataset, course);
  const enrollment = roster.first + nth;
  const random = dataset.random('enrollments', enrollment);
  const status = drawStatus(random, roster, { enrollment, archived: life.status === 'archived' });
  const base = Math.max(roster.joinedAt, life.createdAt);
  const end = life.status === 'archived' ? life.updatedAt : NOW - 4 * DAY;
  const progress = drawProgress(random, status, [base, end]);
  return { enrollment, course, status, progress, ability: roster.ability };
}
