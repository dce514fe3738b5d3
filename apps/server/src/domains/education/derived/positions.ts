/** Lookups by the id of a record that others refer to. */
import type { Positions } from '../../../kit/collection.js';
import { nowhere, range } from '../../../kit/collection.js';
import { indexOfSeededId } from '../../../kit/ids.js';
import type { World } from '../../../kit/world.js';
import { itemAt } from './item-at.js';
import { takers } from './roll.js';
import { firstEnrollment } from './roster.js';
import type { Tally } from './tally.js';

/** The index a course's or student's id stands for, or -1 where this world has no such record. */
function indexIn(world: World, owner: 'courses' | 'students', id: string): number {
  const index = indexOfSeededId(owner === 'courses' ? 'crs' : 'stu', id);
  return index < world.size(owner) ? index : -1;
}

/** Positions of records that lie together by owner, from the first position of each owner. */
export function together(owner: 'courses' | 'students', first: (world: World, index: number) => number) {
  return (world: World, id: string): Positions => {
    const index = indexIn(world, owner, id);
    return index < 0 ? nowhere : range(first(world, index), first(world, index + 1));
  };
}

/** Positions of the enrollments in a course. */
export function enrollmentsIn(world: World, courseId: string): Positions {
  const course = indexIn(world, 'courses', courseId);
  if (course < 0) return nowhere;
  const { starts, enrollments } = takers(world);
  return enrollments.subarray(itemAt(starts, course), itemAt(starts, course + 1));
}

/** Positions of what hangs on the enrollments of a student. */
export function ofStudent(tally: (world: World) => Tally) {
  return together('students', (world, student) => tally(world).start(firstEnrollment(world, student)));
}

/** Positions of what hangs on the enrollments in a course. */
export function ofCourse(tally: (world: World) => Tally) {
  return (world: World, courseId: string): Positions => {
    const enrollments = enrollmentsIn(world, courseId);
    if (enrollments.length === 0) return nowhere;
    const starts = tally(world);
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
