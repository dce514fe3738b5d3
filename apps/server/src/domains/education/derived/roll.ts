/** Relations over all enrollments, built on first use: who takes a course, and whose a grade or certificate is. */
import { type Dataset, longRelation } from '../../../kit/index.js';
import { courseLife } from './course-life.js';
import { countOpenTasks } from './course-work.js';
import { itemAt } from './item-at.js';
import { isGraded } from './mark.js';
import { participationStatus } from './participation.js';
import { coursesOf, firstEnrollment, rosterOf } from './roster.js';
import { Tally } from './tally.js';

/** Enrollments by course. */
interface Takers {
  /** Where the enrollments of a course start; followed by the total. */
  readonly starts: Uint32Array;
  /** Enrollments, those of a course together and ascending. */
  readonly enrollments: Uint32Array;
}

/** Students, or enrollments, between two steps: well under a millisecond's worth. */
const STEP = 256;

/** Turns counts, shifted by one, into running totals. */
function accumulate(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i] = itemAt(counts, i) + itemAt(counts, i - 1);
}

/** How many enrollments this dataset has. */
export function countEnrollments(dataset: Dataset): number {
  return firstEnrollment(dataset, dataset.size('students'));
}

/** Enrollments by course. */
export const takers = longRelation('education/takers', function* build(dataset): Generator<void, Takers> {
  const students = dataset.size('students');
  const courseOf = new Uint32Array(countEnrollments(dataset));
  const starts = new Uint32Array(dataset.size('courses') + 1);
  let enrollment = 0;
  for (let student = 0; student < students; student++) {
    if (student % STEP === 0) yield;
    for (const course of coursesOf(dataset, student)) {
      courseOf[enrollment++] = course;
      starts[course + 1] = itemAt(starts, course + 1) + 1;
    }
  }
  accumulate(starts);
  const next = starts.slice();
  const enrollments = new Uint32Array(courseOf.length);
  for (let i = 0; i < courseOf.length; i++) {
    if (i % STEP === 0) yield;
    const course = itemAt(courseOf, i);
    const position = itemAt(next, course);
    enrollments[position] = i;
    next[course] = position + 1;
  }
  return { starts, enrollments };
});

/** Grades and certificates by enrollment. */
interface Results {
  readonly grades: Tally;
  readonly certificates: Tally;
}

/** Grades and certificates by enrollment. */
export const results = longRelation('education/results', function* build(dataset): Generator<void, Results> {
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
  accumulate(grades);
  accumulate(certificates);
  return { grades: new Tally(grades), certificates: new Tally(certificates) };
});
