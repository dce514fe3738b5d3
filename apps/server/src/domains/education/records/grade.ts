/** Seeded grades: one for each piece of work that an active or completed enrollment could hand in. */
import { type Grade, grade } from '@understudy/contract/education';
import { type Collection, type Dataset, type Random, seededId } from '../../../kit/index.js';
import { toInstant } from '../derived/clock.js';
import { courseWork } from '../derived/course-work.js';
import { itemAt } from '../derived/item-at.js';
import { stepOf } from '../derived/letter.js';
import { type Mark, markFor, percentageOf } from '../derived/mark.js';
import { participationOf } from '../derived/participation.js';
import { ofCourse, ofStudent } from '../derived/positions.js';
import { results, takers } from '../derived/roll.js';
import { choice, rosterOf, studentOfEnrollment } from '../derived/roster.js';
import { MOST_WORKS } from '../derived/shape.js';
import { remarks } from '../words/feedback.js';

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

/** The grade at an index. */
function seeded(dataset: Dataset, index: number): Grade {
  const { owner: enrollment, nth } = results(dataset).grades.owner(index);
  const { owner: student, nth: nthCourse } = studentOfEnrollment(dataset, enrollment);
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
  seeded,
  relations: [choice, takers, results],
  lookup: {
    student_id: ofStudent((dataset) => results(dataset).grades),
    course_id: ofCourse((dataset) => results(dataset).grades),
  },
};
