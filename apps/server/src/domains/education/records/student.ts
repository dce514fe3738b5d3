/** Seeded students. */
import { type Student, student } from '@understudy/contract';
import type { Collection } from '../../../kit/collection.js';
import { seededId } from '../../../kit/ids.js';
import type { World } from '../../../kit/world.js';
import { toInstant } from '../derived/clock.js';
import { courseWork } from '../derived/course-work.js';
import { itemAt } from '../derived/item-at.js';
import { gradePointAverage, stepOf } from '../derived/letter.js';
import { isGraded, markFor, percentageOf } from '../derived/mark.js';
import { drawEmail, drawName } from '../../../kit/person.js';
import { participationOf } from '../derived/participation.js';
import { choice, type Roster, rosterOf, STUDENTS } from '../derived/roster.js';

/** Grade points, in tenths, of all that was graded for a student. */
function tenthsOf(world: World, roster: Roster): number[] {
  const tenths: number[] = [];
  for (let i = 0; i < roster.courses.length; i++) {
    const participation = participationOf(world, roster, i);
    const { tasks, open } = courseWork(world, participation.course);
    for (let nth = 0; isGraded(participation.status) && nth < open; nth++) {
      const task = itemAt(tasks, nth);
      const { score } = markFor(world, participation, { task, nth });
      if (score !== null) tenths.push(stepOf(percentageOf(score, task.points)).tenths);
    }
  }
  return tenths;
}

/** The student at an index. */
function seeded(world: World, index: number): Student {
  const roster = rosterOf(world, index);
  const random = world.random('students', index);
  const name = drawName(random);
  return {
    id: seededId('stu', index),
    name: `${name.first} ${name.last}`,
    email: drawEmail(random, name, index),
    status: roster.status,
    gpa: gradePointAverage(tenthsOf(world, roster)),
    enrolled_at: toInstant(roster.joinedAt),
  };
}

/** Seeded students. */
export const students: Collection<Student> = {
  name: 'students',
  prefix: 'stu',
  noun: 'student',
  schema: student,
  defaultSize: STUDENTS,
  count: (world) => world.size('students'),
  seeded,
  relations: [choice],
};
