/** Relations over all enrollments, built on first use: who takes a course, and whose a grade or certificate is. */
import {
  type Dataset,
  grouped,
  indexOfSeededId,
  itemAt,
  longRelation,
  nowhere,
  type Positions,
  type Random,
  Tally,
  together,
} from '../../../kit/index.js';
import {
  awake,
  countOpenTasks,
  courseLife,
  DAY,
  NOW,
  type Task,
  coursesOf,
  enrollmentsOf,
  type Participation,
  participationStatus,
  type Progress,
  rosterOf,
} from './roster.js';
import { MOST_WORKS } from './course.js';
import type { Grade } from '@understudy/contract/education';

/** The grade of a student for an assignment. */
export interface Mark {
  readonly state: Grade['state'];
  /** Points reached; null until graded. */
  readonly score: number | null;
  /** In seconds; null until graded. */
  readonly gradedAt: number | null;
}

/** Whether participations of this state have grades. */
export function isGraded(status: Participation['status']): boolean {
  return status === 'active' || status === 'completed';
}

/** How far a student's work on a task has come. */
function drawState(random: Random, participation: Participation, task: Task): Grade['state'] {
  const luck = random.fraction();
  if (participation.status === 'completed') return 'graded';
  const { enrolledAt, percent } = participation.progress;
  if (task.dueAt < enrolledAt || task.way * 100 > percent) return 'unsubmitted';
  if (luck < 0.82) return 'graded';
  return luck < 0.93 ? 'submitted' : 'pending_review';
}

/** Points reached: in halves where there are few of them. */
function drawScore(random: Random, ability: number, points: number): number {
  const slump = random.chance(0.03) ? 25 : 0;
  const percent = ability + 20 * random.fraction() - 11 - slump;
  const steps = points <= 25 ? points * 2 : points;
  return (Math.min(steps, Math.round((percent * steps) / 100)) * points) / steps;
}

/** Graded on the way through the course, in the order of the lessons. */
function gradedAt({ percent, enrolledAt, completedAt }: Progress, way: number): number {
  const end = completedAt ?? NOW - 2 * DAY;
  const share = completedAt === null ? (way * 100) / percent : way;
  return Math.min(end, awake(enrolledAt + share * 0.97 * (end - enrolledAt)));
}

/** What a student got for the task at a position in the course. */
export function markFor(
  dataset: Dataset,
  participation: Participation,
  { task, nth }: { task: Task; nth: number },
): Mark {
  // Its own numbering: the index of a grade is known only to a dataset that has counted all grades.
  const random = dataset.random('grades', participation.enrollment * MOST_WORKS + nth);
  const state = drawState(random, participation, task);
  if (state !== 'graded') return { state, score: null, gradedAt: null };
  const score = drawScore(random, participation.ability, task.points);
  return { state, score, gradedAt: gradedAt(participation.progress, task.way) };
}

/** Score in percent, to two decimals. */
export function percentageOf(score: number, points: number): number {
  return Math.round((score / points) * 10_000) / 100;
}

/** Students, or courses, between two steps: well under a millisecond's worth. */
const STEP = 256;

/** How many enrollments this dataset has. */
export function countEnrollments(dataset: Dataset): number {
  return enrollmentsOf.start(dataset, dataset.size('students'));
}

/** Enrollments by course, ascending. */
export const takers = longRelation('education/takers', function* build(dataset): Generator<
  void,
  (course: number) => Uint32Array
> {
  const students = dataset.size('students');
  /** Counted from 1. */
  const courseOf = new Uint32Array(countEnrollments(dataset));
  let enrollment = 0;
  for (let student = 0; student < students; student++) {
    if (student % STEP === 0) yield;
    for (const course of coursesOf(dataset, student)) courseOf[enrollment++] = course + 1;
  }
  return yield* grouped(courseOf, dataset.size('courses'));
});

/** Grades and certificates by enrollment. */
export const results = longRelation('education/results', function* build(dataset): Generator<
  void,
  { readonly grades: Tally; readonly certificates: Tally }
> {
  const courses = dataset.size('courses');
  const archived = new Uint8Array(courses);
  const openTasks = new Uint8Array(courses);
  for (let course = 0; course < courses; course++) {
    if (course % STEP === 0) yield;
    archived[course] = courseLife(dataset, course).status === 'archived' ? 1 : 0;
    openTasks[course] = countOpenTasks(dataset, course);
  }
  const enrollments = countEnrollments(dataset);
  const grades = new Uint32Array(enrollments + 1);
  const certificates = new Uint32Array(enrollments + 1);
  const students = dataset.size('students');
  for (let student = 0; student < students; student++) {
    if (student % STEP === 0) yield;
    const roster = rosterOf(dataset, student);
    for (let nth = 0; nth < roster.courses.length; nth++) {
      const course = itemAt(roster.courses, nth);
      const enrollment = roster.first + nth;
      const status = participationStatus(dataset, roster, { enrollment, archived: itemAt(archived, course) === 1 });
      if (isGraded(status)) grades[enrollment + 1] = itemAt(openTasks, course);
      if (status === 'completed') certificates[enrollment + 1] = 1;
    }
  }
  return { grades: new Tally(grades), certificates: new Tally(certificates) };
});

interface Step {
  /** Least percentage. */
  readonly least: number;
  readonly letter: string;
  /** Without plus and minus. */
  readonly family: 'A' | 'B' | 'C' | 'D' | 'F';
  /** Grade points in tenths: whole numbers add up exactly. */
  readonly tenths: number;
}

const scale: readonly Step[] = [
  { least: 93, letter: 'A', family: 'A', tenths: 40 },
  { least: 90, letter: 'A-', family: 'A', tenths: 37 },
  { least: 87, letter: 'B+', family: 'B', tenths: 33 },
  { least: 83, letter: 'B', family: 'B', tenths: 30 },
  { least: 80, letter: 'B-', family: 'B', tenths: 27 },
  { least: 77, letter: 'C+', family: 'C', tenths: 23 },
  { least: 73, letter: 'C', family: 'C', tenths: 20 },
  { least: 70, letter: 'C-', family: 'C', tenths: 17 },
  { least: 67, letter: 'D+', family: 'D', tenths: 13 },
  { least: 63, letter: 'D', family: 'D', tenths: 10 },
  { least: 60, letter: 'D-', family: 'D', tenths: 7 },
  { least: 0, letter: 'F', family: 'F', tenths: 0 },
];

/** The step of a percentage. */
export function stepOf(percentage: number): Step {
  return scale.find(({ least }) => percentage >= least) ?? itemAt(scale, scale.length - 1);
}

/** Average of grade points given in tenths, to two decimals; null where there are none. */
export function gradePointAverage(tenths: readonly number[]): number | null {
  if (tenths.length === 0) return null;
  const sum = tenths.reduce((total, value) => total + value, 0);
  return Math.round((sum * 10) / tenths.length) / 100;
}

/** Courses and students, who own what lies together. */
export const owners = {
  courses: { prefix: 'crs', count: (dataset: Dataset) => dataset.size('courses') },
  students: { prefix: 'stu', count: (dataset: Dataset) => dataset.size('students') },
};

/** Positions of the enrollments in a course. */
export function enrollmentsIn(dataset: Dataset, courseId: string): Positions {
  const course = indexOfSeededId('crs', courseId);
  return course < 0 || course >= dataset.size('courses') ? nowhere : takers(dataset)(course);
}

/** Positions of what hangs on the enrollments of a student. */
export function ofStudent(tally: (dataset: Dataset) => Tally) {
  return together(owners.students, (dataset, student) => tally(dataset).start(enrollmentsOf.start(dataset, student)));
}

/** Positions of what hangs on the enrollments in a course. */
export function ofCourse(tally: (dataset: Dataset) => Tally) {
  return (dataset: Dataset, courseId: string): Positions => {
    const enrollments = enrollmentsIn(dataset, courseId);
    if (enrollments.length === 0) return nowhere;
    const starts = tally(dataset);
    let total = 0;
    for (let i = 0; i < enrollments.length; i++) {
      const enrollment = itemAt(enrollments, i);
      total += starts.start(enrollment + 1) - starts.start(enrollment);
    }
    const positions = new Uint32Array(total);
    let next = 0;
    for (let i = 0; i < enrollments.length; i++) {
      const enrollment = itemAt(enrollments, i);
      const end = starts.start(enrollment + 1);
      for (let position = starts.start(enrollment); position < end; position++) positions[next++] = position;
    }
    return positions;
  };
}
