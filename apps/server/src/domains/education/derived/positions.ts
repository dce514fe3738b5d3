/** Lookups by the id of a record that others refer to. */
import { type Dataset, indexOfSeededId, nowhere, type Positions, range } from '../../../kit/index.js';
import { itemAt } from './item-at.js';
import { takers } from './roll.js';
import { firstEnrollment } from './roster.js';
import type { Tally } from './tally.js';

/** The index a course's or student's id stands for, or -1 where this dataset has no such record. */
function indexIn(dataset: Dataset, owner: 'courses' | 'students', id: string): number {
  const index = indexOfSeededId(owner === 'courses' ? 'crs' : 'stu', id);
  return index < dataset.size(owner) ? index : -1;
}

/** Positions of records that lie together by owner, from the first position of each owner. */
export function together(owner: 'courses' | 'students', first: (dataset: Dataset, index: number) => number) {
  return (dataset: Dataset, id: string): Positions => {
    const index = indexIn(dataset, owner, id);
    return index < 0 ? nowhere : range(first(dataset, index), first(dataset, index + 1));
  };
}

/** Positions of the enrollments in a course. */
export function enrollmentsIn(dataset: Dataset, courseId: string): Positions {
  const course = indexIn(dataset, 'courses', courseId);
  if (course < 0) return nowhere;
  const { starts, enrollments } = takers(dataset);
  return enrollments.subarray(itemAt(starts, course), itemAt(starts, course + 1));
}

/** Positions of what hangs on the enrollments of a student. */
export function ofStudent(tally: (dataset: Dataset) => Tally) {
  return together('students', (dataset, student) => tally(dataset).start(firstEnrollment(dataset, student)));
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
