/** Seeded students. */
import { type Student, student } from '@understudy/contract/education';
import { type Collection, type Dataset, drawEmail, drawName, seededId } from '../../../kit/index.js';
import { toInstant } from '../derived/clock.js';
import { courseWork } from '../derived/course-work.js';
import { itemAt } from '../derived/item-at.js';
import { gradePointAverage, stepOf } from '../derived/letter.js';
import { isGraded, markFor, percentageOf } from '../derived/mark.js';
import { participationOf } from '../derived/participation.js';
import { choice, type Roster, rosterOf, STUDENTS } from '../derived/roster.js';

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

/** The student at an index. */
function seeded(dataset: Dataset, index: number): Student {
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
  schema: student,
  defaultSize: STUDENTS,
  count: (dataset) => dataset.size('students'),
  seeded,
  quick,
  relations: [choice],
};
