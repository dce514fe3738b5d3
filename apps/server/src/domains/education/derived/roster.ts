/** Students as enrollments and grades see them: state, ability, and the courses they take. */
import type { Student } from '@understudy/contract/education';
import { type Dataset, longRelation } from '../../../kit/index.js';
import { awake, DAY, inOrder, NOW } from './clock.js';
import { countOpenCourses, openCourse } from './course-life.js';
import { Allocation } from './allocation.js';
import { itemAt } from './item-at.js';

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
